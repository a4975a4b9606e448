package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

/** Dead letters of executors. */
class DeadLetterHeadersTest {
  private static final byte[] KEY = "k".getBytes(StandardCharsets.UTF_8);

  @Test
  void keepsKeyValueAndHeadersAndSaysWhereTheyCameFrom() {
    ConsumerRecord<byte[], byte[]> record = record(new byte[] {1, 2});
    record.headers().add("trace", new byte[] {3});

    ProducerRecord<byte[], byte[]> letter = letter(record);

    assertThat(letter.topic()).isEqualTo("actonce.dead-letters");
    assertThat(letter.partition()).isEqualTo(3);
    assertThat(letter.key()).isEqualTo(KEY);
    assertThat(letter.value()).containsExactly(1, 2);
    assertThat(letter.headers().lastHeader("trace").value()).containsExactly(3);
    assertThat(header(letter, DeadLetterHeaders.TOPIC)).isEqualTo("actonce.dispatch");
    assertThat(header(letter, DeadLetterHeaders.OFFSET)).isEqualTo("7");
    assertThat(header(letter, DeadLetterHeaders.REASON)).isEqualTo("no schema");
  }

  @Test
  void cutsWhatWouldNotFitIntoADeadLetter() { // K28
    ConsumerRecord<byte[], byte[]> record = record(new byte[3_900_000]);
    record.headers().add("large", new byte[100_000]);

    ProducerRecord<byte[], byte[]> letter = letter(record);

    assertThat(letter.value()).hasSize(DeadLetterHeaders.MAX_BYTES);
    assertThat(header(letter, DeadLetterHeaders.VALUE_BYTES)).isEqualTo("3900000");
    assertThat(letter.headers().lastHeader("large")).isNull();
  }

  private static ConsumerRecord<byte[], byte[]> record(byte[] value) {
    return new ConsumerRecord<>("actonce.dispatch", 3, 7, KEY, value);
  }

  private static ProducerRecord<byte[], byte[]> letter(ConsumerRecord<byte[], byte[]> record) {
    return DeadLetterHeaders.record(TopicNames.DEFAULT, record, "no schema");
  }

  private static String header(ProducerRecord<byte[], byte[]> letter, String name) {
    Header header = letter.headers().lastHeader(name);
    return new String(header.value(), StandardCharsets.UTF_8);
  }
}
