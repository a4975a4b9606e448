package dev.actonce.fuzz;

import static dev.actonce.fuzz.HostileArguments.quoted;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** Intents in JSON, as agents write them by hand. */
final class HostileJson {
  private static final String[] MEDIA_TYPES = {
    "application/json",
    "application/json",
    "APPLICATION/JSON; charset=utf-8",
    "application/json;",
    "application/vnd.api+json",
    "text/plain",
    "",
    "\u0000",
    ";;;;",
    "application/json" + ";a=b".repeat(2_000)
  };

  private HostileJson() {}

  static byte[] intent(String requestId, SplittableRandom random) {
    String arguments =
        random.nextBoolean() ? HostileArguments.valid(random) : HostileArguments.hostile(random);
    String json =
        "{\"requestId\":"
            + quoted(requestId)
            + ",\"scope\":"
            + scope(random)
            + ",\"action\":"
            + quoted(random.nextInt(4) == 0 ? HostileText.of(random) : HostileIntents.tool(random))
            + ",\"arguments\":"
            + arguments
            + more(random)
            + "}";
    return json.getBytes(StandardCharsets.UTF_8);
  }

  private static String scope(SplittableRandom random) {
    return switch (random.nextInt(8)) {
      case 0 -> "null";
      case 1 -> quoted(HostileText.of(random));
      case 2 -> "{\"tenant\":" + HostileArguments.hostile(random) + "}";
      case 3 -> "{\"tenant\":" + quoted(HostileText.of(random)) + ",\"session\":1}";
      default -> "{\"tenant\":\"t\",\"session\":" + quoted(HostileText.of(random)) + "}";
    };
  }

  private static String more(SplittableRandom random) {
    return switch (random.nextInt(10)) {
      case 0 -> ",\"intentId\":" + HostileArguments.hostile(random);
      case 1 -> ",\"intentId\":" + quoted(HostileText.of(random));
      case 2 -> ",\"issuedAt\":" + random.nextLong();
      case 3 -> ",\"issuedAt\":" + quoted(HostileText.of(random));
      case 4 -> ",\"deadline\":1e400";
      case 5 -> ",\"metadata\":{\"a\":1}";
      case 6 -> ",\"metadata\":" + HostileArguments.hostile(random);
      case 7 -> "," + quoted(HostileText.of(random)) + ":[[[[1]]]]";
      case 8 -> ",\"requestId\":\"second\"";
      default -> "";
    };
  }

  static Header contentType(SplittableRandom random) {
    String type =
        random.nextInt(4) == 0
            ? MEDIA_TYPES[random.nextInt(MEDIA_TYPES.length)]
            : "application/json";
    String name = random.nextInt(8) == 0 ? "Content-Type" : "content-type";
    return new RecordHeader(name, type.getBytes(StandardCharsets.UTF_8));
  }
}
