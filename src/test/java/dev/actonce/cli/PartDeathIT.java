package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.LongRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A part that dies takes its process along, with a code and a line. */
@LongRun
class PartDeathIT {
  private static final Duration PATIENCE = Duration.ofSeconds(150);
  private static final int HEAP_MIB = 200;

  /** Some hundred KiB on the wire and on disk. */
  private static final int INFLATED_BYTES = 180 << 20;

  @TempDir Path directory;
  private final CountingTarget target = new CountingTarget();

  @AfterEach
  void stop() {
    target.close();
  }

  @Test
  void upNamesTheRecordThatDoesNotFitIntoItsMemoryAndHowToPutItAside() throws Exception {
    CommandsIT.writeCatalog(directory, target);
    try (CliProcess up =
        CliProcess.start(
            directory, HEAP_MIB, Map.of(), "up", "--port", "0", "--data-dir", "data")) {
      up.awaitPrinted("stop with Ctrl-C");
      String bootstrap =
          up.out().lines().findFirst().orElseThrow().replace("ready: bootstrap-servers ", "");

      RecordMetadata at = sendBomb(bootstrap);

      assertThat(up.awaitExit(PATIENCE)).isEqualTo(5);
      assertThat(up.err().lines().filter(line -> line.startsWith("actonce: ")))
          .singleElement()
          .asString()
          .contains("OutOfMemoryError", "ops/actonce gate --skip " + at);
    }
  }

  private static RecordMetadata sendBomb(String bootstrap) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            bootstrap,
            "compression.type",
            "gzip",
            "max.request.size",
            INFLATED_BYTES + (1 << 20),
            "buffer.memory",
            INFLATED_BYTES + (64L << 20));
    try (Producer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      producer.send(new ProducerRecord<>("actonce.intents", 0, null, new byte[10])).get();
      return producer
          .send(new ProducerRecord<>("actonce.intents", 0, null, new byte[INFLATED_BYTES]))
          .get();
    }
  }
}
