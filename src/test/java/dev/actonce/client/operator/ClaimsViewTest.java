package dev.actonce.client.operator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.Claim;
import dev.actonce.testing.Approved;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Reads the claims topic by Kafka's own mock consumer, each time from the start. */
class ClaimsViewTest {
  private static final TopicPartition CLAIMS = new TopicPartition("claims", 0);
  private static final byte[] GARBAGE = {1, 2, 3};

  private final Codecs codecs = new Codecs();
  private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
  private final ClaimsView view =
      new ClaimsView(CLAIMS.topic(), codecs.claims(), this::consumer, Duration.ofSeconds(10));
  private final Claim first = claim("one");
  private final Claim second = claim("two");

  /** An executor would hold its partition there. */
  @Test
  void tellsARecordWithoutAKey() {
    write(null, GARBAGE);
    write(second);

    assertThat(view.all().claims()).containsExactly(second);
    assertThat(view.all().unreadable().orElseThrow()).contains("claims-0@0: it has no key");
    assertThat(view.find(second.key())).contains(second);
  }

  /** Operators would believe that nothing is in doubt. */
  @Test
  void tellsClaimsWhoseKeysAreOfALaterVersion() {
    write("v2.later".getBytes(UTF_8), codecs.claims().encode(first));
    write("v2.unlike".getBytes(UTF_8), GARBAGE);

    assertThat(view.all().claims()).isEmpty();
    assertThat(view.all().unreadable().orElseThrow())
        .startsWith("2 claims of claims are left out, the first at claims-0@0: ");
  }

  @Test
  void passesOverPositionsAndWhatHasEnded() {
    write("position".getBytes(UTF_8), "17".getBytes(UTF_8));
    write("v2.later".getBytes(UTF_8), GARBAGE);
    write("v2.later".getBytes(UTF_8), null);

    assertThat(view.all().claims()).isEmpty();
    assertThat(view.all().unreadable()).isEmpty();
  }

  @Test
  void leavesOutAndTellsWhatIsNoClaim() {
    write(keyOf(first), GARBAGE);
    write("v1.x".getBytes(UTF_8), new byte[0]);
    write(second);

    ClaimsView.Read read = view.all();

    assertThat(read.claims()).containsExactly(second);
    assertThat(read.unreadable().orElseThrow())
        .startsWith("2 claims of claims are left out, the first at claims-0@0: ")
        .contains("3 bytes");
  }

  @Test
  void findsOneClaimBesideAnUnreadableOne() {
    write(keyOf(first), GARBAGE);
    write(second);

    assertThat(view.find(second.key())).contains(second);
    assertThatThrownBy(() -> view.find(first.key()))
        .isInstanceOf(ActOnceException.class)
        .hasMessageStartingWith("the claim at claims-0@0 is unreadable: ")
        .hasMessageEndingWith("; use the version of the executors");
  }

  /** A settlement names its key by the claim: it would end another action. */
  @Test
  void takesNoClaimOfAnotherKey() {
    write(keyOf(first), codecs.claims().encode(second));

    assertThat(view.all().claims()).isEmpty();
    assertThat(view.all().unreadable().orElseThrow()).contains("it is of key " + second.key());
    assertThatThrownBy(() -> view.find(first.key())).isInstanceOf(ActOnceException.class);
  }

  @Test
  void forgetsWhatWasUnreadableOnceItIsWrittenAgainOrEnded() {
    write(keyOf(first), GARBAGE);
    write(keyOf(second), GARBAGE);
    write(first);
    write(keyOf(second), null);

    assertThat(view.all().claims()).containsExactly(first);
    assertThat(view.all().unreadable()).isEmpty();
    assertThat(view.find(second.key())).isEmpty();
  }

  /** Nobody may take an older claim for the live one. */
  @Test
  void doesNotGoBackToTheClaimBeforeAnUnreadableOne() {
    write(first);
    write(keyOf(first), GARBAGE);

    assertThat(view.all().claims()).isEmpty();
    assertThatThrownBy(() -> view.find(first.key())).isInstanceOf(ActOnceException.class);
  }

  private void write(Claim claim) {
    write(keyOf(claim), codecs.claims().encode(claim));
  }

  private void write(byte @Nullable [] key, byte @Nullable [] value) {
    records.add(
        new ConsumerRecord<>(CLAIMS.topic(), CLAIMS.partition(), records.size(), key, value));
  }

  private Consumer<byte[], byte[]> consumer() {
    MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    Node[] nodes = {};
    consumer.updatePartitions(
        CLAIMS.topic(),
        List.of(new PartitionInfo(CLAIMS.topic(), CLAIMS.partition(), null, nodes, nodes)));
    consumer.updateBeginningOffsets(Map.of(CLAIMS, 0L));
    consumer.updateEndOffsets(Map.of(CLAIMS, (long) records.size()));
    consumer.schedulePollTask(() -> records.forEach(consumer::addRecord));
    return consumer;
  }

  private static byte[] keyOf(Claim claim) {
    return claim.key().value().getBytes(UTF_8);
  }

  private static Claim claim(String name) {
    ApprovedAction approved = Approved.action("unsafe", name);
    return new Claim(
        new ApprovedAction(
            approved.key(),
            1,
            approved.keyKind(),
            approved.fingerprint(),
            Instant.EPOCH.plus(Duration.ofDays(20_000)),
            approved.intent(),
            approved.replyHash()),
        "claim-" + name,
        "executor",
        new Claim.Terms(SafetyClass.UNSAFE, "hash"),
        Claim.State.UNKNOWN,
        Claim.Progress.NONE,
        Instant.EPOCH.plus(Duration.ofDays(20_000)),
        0);
  }
}
