package dev.actonce.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.testing.TestRecords;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.kafka.server.fault.FaultHandler;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedBrokerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String TOPIC = "notes";

  @TempDir Path directory;

  @Test
  void servesTransactionsAndKeepsDataAcrossRestartsOnOtherPorts() throws Exception {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
      TestRecords.createTopic(broker.bootstrapServers(), TOPIC);
      TestRecords.sendTransactionally(broker.bootstrapServers(), TOPIC, "first");
      assertThat(TestRecords.read(broker.bootstrapServers(), TOPIC, 1)).containsExactly("first");
    }
    try (EmbeddedBroker restarted = EmbeddedBroker.start(directory)) {
      TestRecords.sendTransactionally(restarted.bootstrapServers(), TOPIC, "second");
      assertThat(TestRecords.read(restarted.bootstrapServers(), TOPIC, 2))
          .containsExactly("first", "second");
    }
  }

  @Test
  void restartsOnTheSamePort() {
    int port;
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
      port = broker.clientPort();
    }
    try (EmbeddedBroker restarted = EmbeddedBroker.start(directory, port)) {
      assertThat(restarted.bootstrapServers()).isEqualTo("127.0.0.1:" + port);
    }
  }

  @Test
  void removesATemporaryDirectoryAndItsMetricsOnClose() throws Exception {
    Path temporary;
    try (EmbeddedBroker broker = EmbeddedBroker.startTemporary()) {
      temporary = broker.directory();
      assertThat(temporary).isDirectory();
    }
    assertThat(temporary).doesNotExist();
    // Those of clients and brokers that were closed before may still be on their way out.
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () -> {
              assertThat(brokerThreads()).isEmpty();
              assertThat(brokerBeans()).isEmpty();
            });
  }

  @Test
  void reportsATakenPortAndLeavesTheDirectoryUsable() throws Exception {
    try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getByAddress(loopback()))) {
      int port = holder.getLocalPort();
      assertThatThrownBy(() -> EmbeddedBroker.start(directory, port))
          .isInstanceOfSatisfying(
              ActOnceException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
          .hasMessageContaining("127.0.0.1:" + port)
          .hasMessageContaining("choose another port");
    }
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
      assertThat(broker.directory()).isEqualTo(directory);
    }
  }

  @Test
  void refusesADirectoryThatAnotherBrokerUses() {
    try (EmbeddedBroker broker = EmbeddedBroker.start(directory)) {
      assertThatThrownBy(() -> EmbeddedBroker.start(broker.directory()))
          .isInstanceOf(ActOnceException.class)
          .hasMessageContaining("in use by another embedded broker");
    }
  }

  @Test
  void refusesADirectoryThatIsAFile() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> EmbeddedBroker.start(file))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("choose another directory");
  }

  @Test
  void reportsDataOfAnotherNodeAsAnException() throws Exception {
    EmbeddedBroker.start(directory).close();
    Path identity = directory.resolve("kafka").resolve("meta.properties");
    Files.writeString(identity, Files.readString(identity).replace("node.id=1", "node.id=7"));
    assertThatThrownBy(() -> EmbeddedBroker.start(directory))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("node id 7")
        .hasMessageContaining(directory.toString());
  }

  @Test
  void runsTheStopActionOnceAfterAFatalFault() {
    AtomicBoolean stopped = new AtomicBoolean();
    BrokerFaultHandlers faults =
        new BrokerFaultHandlers(() -> assertThat(stopped.getAndSet(true)).isFalse());
    FaultHandler handler = faults.build("test", true, () -> {});
    handler.handleFault("first, expected by a test");
    handler.handleFault("second");
    Awaitility.await().atMost(PATIENCE).untilTrue(stopped);
    assertThat(faults.fatal()).hasValueSatisfying(e -> assertThat(e).hasMessageContaining("first"));
  }

  private static Set<String> brokerThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.contains("kafka") || name.contains("raft"))
        .collect(Collectors.toSet());
  }

  private static Set<ObjectName> brokerBeans() throws Exception {
    return ManagementFactory.getPlatformMBeanServer().queryNames(new ObjectName("kafka.*:*"), null);
  }

  private static byte[] loopback() {
    return new byte[] {127, 0, 0, 1};
  }
}
