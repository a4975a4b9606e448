package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.PublicTopics;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import dev.actonce.testing.StubRegistry;
import dev.actonce.testing.Wiretap;
import dev.actonce.wire.Codecs;
import dev.actonce.wire.RegistrySettings;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A gate whose registry answers, but not for every id. */
@LongRun
@SuppressWarnings("NullAway.Init")
class RegistryFloodIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int FLOOD = 400;

  @TempDir private Path directory;
  private KafkaConfig kafka;

  @BeforeEach
  void createTopics() {
    kafka = SharedBroker.kafka("flood");
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(1, 1);
    }
  }

  @Test
  void servesTheIntentBehindAFloodOfUnknownIds() {
    try (StubRegistry registry = new StubRegistry();
        Codecs codecs = codecs(registry);
        GateApp gate = startGate(codecs);
        Wiretap tap = new Wiretap(kafka, codecs)) {
      gate.awaitReady(PATIENCE);
      for (int id = 1_000; id < 1_000 + FLOOD; id++) {
        byte[] value = ByteBuffer.allocate(6).put((byte) 0).putInt(id).array();
        tap.sendTo(names().intents(), "k" + id, value);
      }
      tap.sendTo(names().intents(), "good", codecs.intents().encode(pay("a").publish("r1")));

      patiently().until(() -> tap.dispatched().size() == 1);
      patiently().until(() -> tap.deadLetters().size() == FLOOD);
      patiently().until(gate::ready);
    }
  }

  @Test
  void losesNoIntentWhileTheRegistryDoesNotKnowItsSchemaForAMoment() {
    try (StubRegistry registry = new StubRegistry();
        Codecs writer = codecs(registry);
        Codecs codecs = codecs(registry);
        GateApp gate = startGate(codecs);
        Wiretap tap = new Wiretap(kafka, writer)) {
      gate.awaitReady(PATIENCE);
      byte[] value = writer.intents().encode(pay("a").publish("r1"));
      int id = ByteBuffer.wrap(value).getInt(1);
      registry.fail(id, 404);
      int before = registry.questions();
      tap.sendTo(names().intents(), "k", value);
      patiently().until(() -> registry.questions() > before && !gate.ready());

      registry.mend(id);

      patiently().until(() -> tap.dispatched().size() == 1);
      assertThat(tap.deadLetters()).isEmpty();
    }
  }

  /** A thread that ends because of a registry is not the test's affair: it is replaced. */
  private static ConditionFactory patiently() {
    return await().dontCatchUncaughtExceptions().atMost(PATIENCE);
  }

  private TopicNames names() {
    return new TopicNames(kafka.topicPrefix());
  }

  private Codecs codecs(StubRegistry registry) {
    return Codecs.open(
        WireFormat.registry(
            RegistrySettings.of(registry.url()).withRegistration(Registration.REGISTER)),
        PublicTopics.of(kafka));
  }

  private GateApp startGate(Codecs codecs) {
    return GateApp.start(
        GateConfig.of(kafka, "flood", directory.resolve("state")),
        GateHarness.CATALOG,
        codecs,
        InstantSource.system(),
        GateReporting.NONE);
  }
}
