package dev.actonce.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@LongRun
class BrokerProcessIT {
  private static final String TOPIC = "notes";

  /**
   * JDK 24 and newer warn of what Kafka does with sun.misc.Unsafe, and Kafka, whose packages are
   * shortened here, when the machine is busy.
   */
  private static final Pattern WARNING =
      Pattern.compile("WARNING: .*|\\S+ WARN +(o\\.a\\.k|k)[a-z]*\\..*");

  @TempDir Path directory;

  @Test
  void keepsCommittedRecordsAcrossAKillOnTheSamePort() throws Exception {
    try (BrokerProcess broker = BrokerProcess.start(directory)) {
      TestRecords.createTopic(broker.bootstrapServers(), TOPIC);
      TestRecords.sendTransactionally(broker.bootstrapServers(), TOPIC, "before the kill");
      broker.kill();
      assertThat(broker.isAlive()).isFalse();

      try (BrokerProcess restarted = BrokerProcess.start(directory, broker.clientPort())) {
        assertThat(restarted.bootstrapServers()).isEqualTo(broker.bootstrapServers());
        TestRecords.sendTransactionally(restarted.bootstrapServers(), TOPIC, "after");
        assertThat(TestRecords.read(restarted.bootstrapServers(), TOPIC, 2))
            .containsExactly("before the kill", "after");
      }
    }
  }

  @Test
  void stopsCleanlyAndPrintsNothing() {
    try (BrokerProcess broker = BrokerProcess.start(directory)) {
      broker.stop();
      assertThat(broker.isAlive()).isFalse();
      assertThat(broker.log().lines().filter(line -> !WARNING.matcher(line).matches())).isEmpty();
    }
  }

  @Test
  void showsTheLogOfAProcessThatDoesNotStart() {
    try (BrokerProcess holder = BrokerProcess.start(directory)) {
      assertThatThrownBy(() -> BrokerProcess.start(directory.resolve("other"), holder.clientPort()))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("cannot listen on 127.0.0.1:" + holder.clientPort());
    }
  }
}
