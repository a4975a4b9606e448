package dev.actonce.client.operator;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.wire.WireFormat;
import java.time.Instant;

/**
 * The way of operators and their tools into one pipeline. Thread-safe. Each call of what it hands
 * out opens connections of its own; close it to release the wire format, which ends {@link Doubts}
 * and {@link PipelineHistory} too.
 *
 * <pre>{@code
 * try (Operator operator = Operator.open(KafkaConfig.of("localhost:9092"))) {
 *   operator.doubts().unknown().claims().forEach(System.out::println);
 * }
 * }</pre>
 */
public final class Operator implements AutoCloseable {
  private final Connection connection;
  private final Doubts doubts;
  private final PipelineHistory history;

  private Operator(Connection connection) {
    this.connection = connection;
    this.doubts = new Doubts(connection);
    this.history = new PipelineHistory(connection);
  }

  /** Opens a pipeline that writes Avro single-object encoding. Connects to nothing yet. */
  public static Operator open(KafkaConfig kafka) {
    return open(kafka, WireFormat.singleObject());
  }

  /**
   * Opens a pipeline. Connects to nothing yet.
   *
   * @param format of its outcomes and settlements
   * @throws ActOnceException INVALID_SETTING if the format cannot be used
   */
  public static Operator open(KafkaConfig kafka, WireFormat format) {
    return new Operator(Connection.open(kafka, format));
  }

  /** The actions in doubt, and the way to settle them. */
  public Doubts doubts() {
    return doubts;
  }

  /** All outcomes and settlements that the topics still have. */
  public PipelineHistory history() {
    return history;
  }

  /**
   * Opens the reports of suspected duplicates that were made at or after an instant. They are kept
   * for 30 days. The caller closes it.
   *
   * @throws ActOnceException BROKER_UNAVAILABLE or TOPIC_MISCONFIGURED
   */
  public Suspects suspects(Instant since) {
    return Suspects.open(connection, since);
  }

  @Override
  public void close() {
    connection.codecs().close();
  }
}
