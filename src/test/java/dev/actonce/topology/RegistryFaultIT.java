package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActionIntent;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.PublicTopics;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.RegistryProcess;
import dev.actonce.testing.SharedBroker;
import dev.actonce.testing.Wiretap;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.RegistrySettings;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate whose registry is away, and bytes that no registry can help with. */
@LongRun
@SuppressWarnings("NullAway.Init")
class RegistryFaultIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Duration A_WHILE = Duration.ofSeconds(4);

  private static RegistryProcess registry;

  @TempDir private static Path shared;
  @TempDir private Path directory;
  private KafkaConfig kafka;

  @BeforeAll
  static void startRegistry() {
    registry = RegistryProcess.start(shared);
  }

  @AfterAll
  static void stopRegistry() {
    registry.close();
  }

  @BeforeEach
  void createTopics() {
    kafka = SharedBroker.kafka("fault");
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(2, 1);
    }
  }

  @AfterEach
  void thaw() {
    registry.thaw();
  }

  @Test
  void waitsForARegistryThatIsDownAtStart() throws IOException {
    int port = freePort();
    String url = "http://127.0.0.1:" + port + "/apis/ccompat/v7";
    try (Codecs codecs = codecs(url);
        GateApp gate = startGate(codecs);
        Wiretap plain = new Wiretap(kafka, codecs)) {
      ActionIntent intent = pay("a").publish("r1");
      plain.sendTo(names().intents(), "k", new Codecs().intents().encode(intent));
      await()
          .during(A_WHILE)
          .atMost(PATIENCE)
          .until(() -> !gate.ready() && plain.dispatched().isEmpty());

      try (RegistryProcess late = RegistryProcess.start(directory, port)) {
        assertThat(late.url()).isEqualTo(url);
        gate.awaitReady(PATIENCE);
        await().atMost(PATIENCE).until(() -> plain.dispatched().size() == 1);
      }
      assertThat(gate.ready()).isTrue();
      assertThat(plain.deadLetters()).isEmpty();
    }
  }

  @Test
  void waitsAndSkipsNothingWhenTheRegistryIsDownAtANewId() {
    try (Codecs writer = codecs(registry.url());
        Codecs codecs = codecs(registry.url());
        GateApp gate = startGate(codecs);
        Wiretap tap = new Wiretap(kafka, writer)) {
      prepare(writer);
      gate.awaitReady(PATIENCE);
      registry.freeze();
      publish(tap, writer, pay("a").publish("r1"));
      publish(tap, writer, pay("b").publish("r2"));
      await().atMost(PATIENCE).until(() -> !gate.ready());
      await()
          .during(A_WHILE)
          .atMost(PATIENCE)
          .until(() -> !gate.ready() && tap.dispatched().isEmpty());
      assertThat(gate.failure()).isEmpty();

      registry.thaw();

      await().atMost(PATIENCE).until(() -> tap.dispatched().size() == 2 && gate.ready());
      publish(tap, writer, pay("c").publish("r3"));
      await().atMost(PATIENCE).until(() -> tap.dispatched().size() == 3);
      assertThat(tap.deadLetters()).isEmpty();
      assertThat(tap.dispatchCounts().values()).containsOnly(1L);
    }
  }

  @Test
  void servesKnownIdsWhileTheRegistryIsDown() {
    try (Codecs codecs = codecs(registry.url());
        GateApp gate = startGate(codecs);
        Wiretap tap = new Wiretap(kafka, codecs)) {
      prepare(codecs);
      publish(tap, codecs, pay("a").publish("r1"));
      await().atMost(PATIENCE).until(() -> tap.dispatched().size() == 1);

      registry.freeze();
      publish(tap, codecs, pay("b").publish("r2"));

      await().atMost(PATIENCE).until(() -> tap.dispatched().size() == 2);
      assertThat(gate.ready()).isTrue();
    }
  }

  @Test
  void givesEveryBadFramingADeadLetterWithItsReasonAndServesTheNextIntent() {
    try (Codecs codecs = codecs(registry.url());
        GateApp gate = startGate(codecs);
        Wiretap tap = new Wiretap(kafka, codecs)) {
      prepare(codecs);
      byte[] good = codecs.intents().encode(pay("a").publish("r1"));
      byte[] unknown = good.clone();
      ByteBuffer.wrap(unknown).putInt(1, 4_000_000);
      byte[] body = Arrays.copyOfRange(good, 5, good.length);
      byte[] eight =
          ByteBuffer.allocate(9 + body.length).put(new byte[8]).put((byte) 3).put(body).array();
      RecordHeaders guid = new RecordHeaders();
      guid.add("__value_schema_id", new byte[17]);

      tap.sendTo(names().intents(), "unknown", unknown);
      tap.sendTo(names().intents(), "eight", eight);
      tap.send(names().intents(), "header", body, guid);
      tap.sendTo(names().intents(), "json", "{\"action\":\"pay\"}".getBytes(UTF_8));
      tap.sendTo(names().intents(), "cut", Arrays.copyOf(good, good.length - 3));
      tap.sendTo(names().intents(), "short", new byte[] {0, 0, 1});
      tap.sendTo(names().intents(), "empty", new byte[0]);
      tap.sendTo(names().intents(), "good", good);

      await().atMost(PATIENCE).until(() -> tap.dispatched().size() == 1);
      await().atMost(PATIENCE).until(() -> tap.deadLetters().size() == 7);
      assertThat(reason(tap, "unknown")).contains("schema id 4000000 is unknown to the registry");
      assertThat(reason(tap, "eight")).contains("Apicurio framing with the 8-byte schema id 3");
      assertThat(reason(tap, "header")).contains("__value_schema_id");
      assertThat(reason(tap, "json")).contains("JSON");
      assertThat(reason(tap, "cut")).contains("truncated or malformed");
      assertThat(reason(tap, "short")).contains("3 bytes of unknown framing");
      assertThat(reason(tap, "empty")).contains("is empty");
      assertThat(gate.ready()).isTrue();
    }
  }

  @Test
  void namesTheSettingToAProducerWhoseRegistryThisGateDoesNotHave() {
    try (Codecs writer = codecs(registry.url());
        GateApp gate =
            GateApp.start(
                GateConfig.of(kafka, "plain", directory.resolve("state")),
                GateHarness.CATALOG,
                GateHarness.CODECS,
                InstantSource.system(),
                GateReporting.NONE);
        Wiretap tap = new Wiretap(kafka)) {
      prepare(writer);
      byte[] framed = writer.intents().encode(pay("a").publish("r1"));
      tap.sendTo(names().intents(), "framed", framed);
      tap.publish(null, pay("b").publish("r2"));

      await().atMost(PATIENCE).until(() -> tap.dispatched().size() == 1);
      await().atMost(PATIENCE).until(() -> tap.deadLetters().size() == 1);
      assertThat(reason(tap, "framed")).contains("set schema-registry-url");
      assertThat(gate.ready()).isTrue();
    }
  }

  /** The first answers of a registry are slow. */
  private static void prepare(Codecs codecs) {
    await().atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> codecs.intents().prepare());
  }

  private TopicNames names() {
    return new TopicNames(kafka.topicPrefix());
  }

  private Codecs codecs(String url) {
    return Codecs.open(
        WireFormat.registry(RegistrySettings.of(url).withRegistration(Registration.REGISTER)),
        PublicTopics.of(kafka));
  }

  private GateApp startGate(Codecs codecs) {
    return GateApp.start(
        GateConfig.of(kafka, "fault", directory.resolve("state")),
        GateHarness.CATALOG,
        codecs,
        InstantSource.system(),
        GateReporting.NONE);
  }

  private void publish(Wiretap tap, Codecs codecs, ActionIntent intent) {
    byte[] value = codecs.intents().encode(intent);
    assertThat(value[0]).isZero();
    tap.sendTo(names().intents(), intent.requestId(), value);
  }

  private static String reason(Wiretap tap, String key) {
    List<ConsumerRecord<byte[], byte[]>> letters =
        tap.deadLetters().stream().filter(letter -> key.equals(text(letter.key()))).toList();
    assertThat(letters).as(key).hasSize(1);
    return text(letters.get(0).headers().lastHeader(DeadLetter.MESSAGE).value());
  }

  private static String text(byte[] bytes) {
    return new String(bytes, UTF_8);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
