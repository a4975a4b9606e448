package dev.actonce.fuzz;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Intents that are one record of their schema, and hostile otherwise. The requestId begins with the
 * run and the number, so that no two runs and no two records share one.
 *
 * @param run names the run
 */
record HostileIntents(String run) {
  private static final long[] TIMES = {
    Long.MIN_VALUE,
    Long.MIN_VALUE + 1,
    -1,
    0,
    1,
    1_700_000_000,
    1_700_000_000_000_000L,
    253_402_300_800_000L,
    Long.MAX_VALUE - 1,
    Long.MAX_VALUE
  };

  String requestId(long number) {
    return run + "-" + number;
  }

  /** Of who is no attacker. */
  ActionIntent good(long number) {
    return ActionIntent.of(
            requestId(number),
            Scope.ofTenant("good"),
            FuzzTools.GOOD,
            "{\"customer\":\"c1\",\"amount\":149.00}")
        .withIntentId("order-" + number);
  }

  ActionIntent of(HostileRecord.Kind kind, long number, SplittableRandom random) {
    return switch (kind) {
      case HOSTILE_IDS -> hostileIds(number, random);
      case CONFLICT, DUPLICATE -> again(requestId(number), random);
      case SAME_REQUEST_AGAIN -> again(run + "-again-" + random.nextInt(100), random);
      case BAD_ARGUMENTS ->
          plain(number, tool(random), HostileArguments.hostile(random), id(random));
      case EXPENSIVE_ARGUMENTS ->
          plain(number, tool(random), HostileArguments.bait(random), id(random));
      case UNKNOWN_ACTION ->
          plain(number, HostileText.filled(random), HostileArguments.valid(random), id(random));
      case OVERSIZED -> oversized(number, random);
      case BAD_TIMES -> timed(number, random);
      default -> plain(number, tool(random), HostileArguments.valid(random), id(random));
    };
  }

  static String tool(SplittableRandom random) {
    return FuzzTools.NAMES.get(random.nextInt(FuzzTools.NAMES.size()));
  }

  private static @Nullable String id(SplittableRandom random) {
    return random.nextBoolean() ? null : "id-" + random.nextInt(100_000);
  }

  /** Few ids and few arguments: some equal, some in conflict. */
  private static ActionIntent again(String requestId, SplittableRandom random) {
    return ActionIntent.of(
            requestId,
            Scope.ofTenant("t" + random.nextInt(3)),
            "free",
            "{\"customer\":\"c" + random.nextInt(5) + "\"}")
        .withIntentId(random.nextBoolean() ? null : "again-" + random.nextInt(100));
  }

  private ActionIntent plain(
      long number, String action, String arguments, @Nullable String intentId) {
    return ActionIntent.of(requestId(number), Scope.ofTenant("t" + number % 7), action, arguments)
        .withIntentId(intentId)
        .withToolCallId(intentId == null ? null : "call-" + intentId);
  }

  private ActionIntent hostileIds(long number, SplittableRandom random) {
    return ActionIntent.of(
            requestId(number) + HostileText.of(random).replace("\uD800", "?"),
            new Scope(
                HostileText.filled(random),
                HostileText.of(random),
                HostileText.of(random),
                HostileText.of(random)),
            tool(random),
            HostileArguments.valid(random))
        .withIntentId(HostileText.of(random))
        .withToolCallId(HostileText.of(random))
        .withMetadata(Map.of(HostileText.of(random), HostileText.of(random)));
  }

  private ActionIntent oversized(long number, SplittableRandom random) {
    Map<String, String> metadata = new HashMap<>();
    for (int i = random.nextInt(3_000); i > 0; i--) {
      metadata.put("m" + i, "v");
    }
    String big = "z".repeat(random.nextInt(1, random.nextInt(50) == 0 ? 200_000 : 3_000));
    return ActionIntent.of(
            requestId(number) + (random.nextBoolean() ? "" : big),
            new Scope(random.nextBoolean() ? "t" : big, big, big, big),
            random.nextBoolean() ? "free" : big,
            "{\"customer\":\"" + big + "\"}")
        .withIntentId(big)
        .withToolCallId(big)
        .withMetadata(random.nextBoolean() ? metadata : Map.of(big, big));
  }

  private ActionIntent timed(long number, SplittableRandom random) {
    return ActionIntent.of(
            requestId(number), Scope.ofTenant("t"), tool(random), HostileArguments.valid(random))
        .withIntentId(id(random))
        .withIssuedAt(time(random))
        .withDeadline(time(random));
  }

  private static @Nullable Instant time(SplittableRandom random) {
    return switch (random.nextInt(4)) {
      case 0 -> null;
      case 1 -> Instant.ofEpochMilli(random.nextLong());
      default -> Instant.ofEpochMilli(TIMES[random.nextInt(TIMES.length)]);
    };
  }
}
