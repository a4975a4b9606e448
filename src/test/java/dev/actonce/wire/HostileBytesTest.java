package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever bytes and headers come: each codec gives a value that can be written again, or says
 * UNDECODABLE. A failure names its seed.
 */
class HostileBytesTest {
  private static final int RECORDS = 4_000;
  private static final int MAX_REASON = 1_500;
  private static final Codecs CODECS = new Codecs();

  /** One kind of value, as bytes and back. */
  private record Door(String name, Function<Samples, byte[]> good, Reader reader, String alphabet) {
    @Override
    public String toString() {
      return name;
    }
  }

  private interface Reader {
    void read(byte @Nullable [] bytes, Headers headers);
  }

  static Stream<Door> doors() {
    return Stream.of(
        avro("intents", CODECS.intents(), Samples::intent),
        avro("actions", CODECS.actions(), Samples::action),
        avro("claims", CODECS.claims(), Samples::claim),
        avro("settlements", CODECS.settlements(), Samples::settlement),
        avro("outcomes", CODECS.outcomes(), Samples::outcome),
        avro("open entries", CODECS.openEntries(), Samples::openEntry),
        avro("memory entries", CODECS.memoryEntries(), Samples::memoryEntry),
        avro("suspects", CODECS.suspects(), Samples::suspect),
        new Door(
            "JSON intents",
            samples -> json(),
            (bytes, headers) -> {
              JsonIntents.isAnnounced(headers);
              ReceivedIntent received = JsonIntents.read(bytes);
              CODECS.intents().encode(received.intent());
            },
            "\"{}[]:,\\\\u0aeN1-+.dD \ufeff"));
  }

  @ParameterizedTest
  @MethodSource("doors")
  void giveAValueOrSayUndecodable(Door door) {
    int read = 0;
    int refused = 0;
    for (long seed = 0; seed < RECORDS; seed++) {
      Random random = new Random(seed);
      byte @Nullable [] bytes = hostile(door, random);
      Headers headers = headers(random);
      try {
        door.reader().read(bytes, headers);
        read++;
      } catch (ActOnceException e) {
        assertThat(e.code()).as("seed %d", seed).isEqualTo(ErrorCode.UNDECODABLE);
        assertThat(e.getMessage()).as("seed %d", seed).hasSizeBetween(1, MAX_REASON);
        refused++;
      } catch (RuntimeException | Error e) {
        fail("seed " + seed + " of " + door, e);
      }
    }
    assertThat(List.of(read, refused)).allSatisfy(count -> assertThat(count).isPositive());
  }

  private static byte @Nullable [] hostile(Door door, Random random) {
    byte[] good = door.good().apply(Samples.random(random.nextLong()));
    return switch (random.nextInt(10)) {
      case 0 -> random.nextInt(20) == 0 ? null : Arrays.copyOf(good, random.nextInt(good.length));
      case 1 -> noise(random, random.nextInt(200));
      case 2 -> join(head(good, 10), noise(random, random.nextInt(200)));
      case 3 -> join(good, noise(random, 1 + random.nextInt(9)));
      case 4 -> join(head(good, random.nextInt(good.length)), hugeNumber(random));
      case 5 -> repeated(good, random);
      default -> changed(good, door.alphabet(), random);
    };
  }

  private static byte[] changed(byte[] good, String alphabet, Random random) {
    byte[] likely = alphabet.getBytes(UTF_8);
    byte[] bytes = good.clone();
    for (int changes = random.nextInt(4); changes > 0; changes--) {
      boolean any = likely.length == 0 || random.nextInt(4) == 0;
      bytes[random.nextInt(bytes.length)] =
          any ? (byte) random.nextInt() : likely[random.nextInt(likely.length)];
    }
    return bytes;
  }

  /** A part of it again and again, so that it nests or goes on where it may. */
  private static byte[] repeated(byte[] good, Random random) {
    int start = random.nextInt(good.length);
    int length = 1 + random.nextInt(Math.min(16, good.length - start));
    byte[] part = Arrays.copyOfRange(good, start, start + length);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(good, 0, start);
    for (int times = random.nextInt(2_000); times > 0; times--) {
      bytes.writeBytes(part);
    }
    bytes.write(good, start, good.length - start);
    return bytes.toByteArray();
  }

  /** A length, count or time at an edge, as Avro writes it. */
  private static byte[] hugeNumber(Random random) {
    long[] edges = {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE};
    long value = edges[random.nextInt(edges.length)] >> random.nextInt(8);
    long zigzag = (value << 1) ^ (value >> 63);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while ((zigzag & ~0x7fL) != 0) {
      bytes.write((int) ((zigzag & 0x7f) | 0x80));
      zigzag >>>= 7;
    }
    bytes.write((int) zigzag);
    bytes.writeBytes(noise(random, random.nextInt(20)));
    return bytes.toByteArray();
  }

  private static Headers headers(Random random) {
    Headers headers = new RecordHeaders();
    if (random.nextInt(4) == 0) {
      List<String> names =
          List.of("content-type", "contentType", "__value_schema_id", "apicurio.value.globalId");
      byte[] value = random.nextInt(4) == 0 ? null : noise(random, random.nextInt(300));
      headers.add(names.get(random.nextInt(names.size())), value);
    }
    return headers;
  }

  private static byte[] noise(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] head(byte[] bytes, int length) {
    return Arrays.copyOf(bytes, Math.min(length, bytes.length));
  }

  private static byte[] join(byte[] head, byte[] tail) {
    byte[] all = Arrays.copyOf(head, head.length + tail.length);
    System.arraycopy(tail, 0, all, head.length, tail.length);
    return all;
  }

  private static <T> Door avro(String name, Codec<T> codec, Function<Samples, T> sample) {
    return new Door(
        name,
        samples -> codec.encode(sample.apply(samples)),
        (bytes, headers) -> codec.encode(codec.decode(bytes, headers)),
        "");
  }

  private static byte[] json() {
    return """
    {"requestId":"r1","scope":{"tenant":"acme","run":null},"action":"pay","intentId":"i",
     "arguments":{"a":[1,-2.5e3,"\\u00e9"]},"issuedAt":"2026-01-01T10:00:00Z",
     "deadline":1767261600000,"metadata":{"a":"b","c":"d"}}\
    """
        .getBytes(UTF_8);
  }
}
