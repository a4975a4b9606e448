package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.testing.Approved;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClaimsTableTest {
  private static final byte[] GARBAGE = {1, 2, 3};

  private final Codec<Claim> codec = new Codecs().claims();
  private final ClaimsTable table = new ClaimsTable(codec, Claim::withoutArguments);
  private final Claim first = claim("one");
  private final Claim second = claim("two");
  private long offset;

  @Test
  void keepsTheNewestRecordOfEachKeyInTheirOrder() {
    add(0, keyOf(first), codec.encode(first));
    add(0, keyOf(second), codec.encode(second));
    add(0, keyOf(first), codec.encode(first));

    assertThat(table.live())
        .containsExactly(
            new ClaimsTable.Live(asRead(second), 1), new ClaimsTable.Live(asRead(first), 2));
  }

  @Test
  void keepsNeitherAClaimNorAnUnreadableRecordThatHasEnded() {
    add(0, keyOf(first), codec.encode(first));
    add(0, keyOf(second), GARBAGE);
    add(0, keyOf(first), null);
    add(0, keyOf(second), null);

    assertThat(table.live()).isEmpty();
    assertThat(table.unreadable()).isEmpty();
    assertThat(table.find(first.key())).isEmpty();
  }

  @Test
  void knowsThePositionOfEachPartition() {
    add(0, ClaimsTable.positionKey(), ClaimsTable.position(17));
    add(1, ClaimsTable.positionKey(), ClaimsTable.position(4));
    add(0, ClaimsTable.positionKey(), null);

    assertThat(table.positionOf(0)).isEqualTo(17);
    assertThat(table.positionOf(1)).isEqualTo(4);
    assertThat(table.positionOf(2)).isZero();
    assertThat(table.live()).isEmpty();
  }

  @Test
  void passesNothingOver() {
    add(0, null, GARBAGE);
    add(0, ClaimsTable.positionKey(), GARBAGE);
    add(0, "v2.later".getBytes(UTF_8), codec.encode(first));
    add(0, "anything".getBytes(UTF_8), new byte[0]);

    assertThat(table.unreadable())
        .extracting(ClaimsTable.Unreadable::place)
        .containsExactly("claims-0@0", "claims-0@1", "claims-0@2", "claims-0@3");
  }

  /** The newest one holds again. */
  @Test
  void forgetsAnUnreadablePositionOnceItIsWrittenAgain() {
    add(0, ClaimsTable.positionKey(), GARBAGE);
    add(0, ClaimsTable.positionKey(), ClaimsTable.position(3));

    assertThat(table.unreadable()).isEmpty();
    assertThat(table.positionOf(0)).isEqualTo(3);
  }

  private void add(int partition, byte @Nullable [] key, byte @Nullable [] value) {
    table.add(new ConsumerRecord<>("claims", partition, offset++, key, value));
  }

  /** The wire keeps milliseconds. */
  private Claim asRead(Claim claim) {
    return codec.decode(codec.encode(claim)).withoutArguments();
  }

  private static byte[] keyOf(Claim claim) {
    return claim.key().value().getBytes(UTF_8);
  }

  private static Claim claim(String name) {
    return new Claim(
        Approved.action("unsafe", name),
        "claim-" + name,
        "executor",
        new Claim.Terms(SafetyClass.UNSAFE, "hash"),
        Claim.State.UNKNOWN,
        Claim.Progress.NONE,
        Instant.EPOCH.plus(Duration.ofDays(20_000)),
        0);
  }
}
