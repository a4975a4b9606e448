package dev.actonce.fuzz;

import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * A record to be sent.
 *
 * @param number which of its run
 * @param kind what is bad about it
 * @param wire as it is sent
 * @param due what must become of it
 * @param requestId whom an answer of the gate names; null if nobody can be named
 */
record HostileRecord(
    long number,
    Kind kind,
    ProducerRecord<byte[], byte[]> wire,
    Due due,
    @Nullable String requestId) {
  /** What must become of a record. */
  enum Due {
    /** An outcome under its requestId, or a dead letter that names its place. */
    ANSWER,
    /** A dead letter that names its place. */
    DEAD_LETTER,
    /** Nothing: it is read over. */
    NOTHING
  }

  /** What is bad about a record. */
  enum Kind {
    GOOD(0),
    HOSTILE_IDS(140),
    DUPLICATE(150),
    SAME_REQUEST_AGAIN(30),
    CONFLICT(50),
    BAD_ARGUMENTS(120),
    EXPENSIVE_ARGUMENTS(60),
    UNKNOWN_ACTION(50),
    OVERSIZED(20),
    BAD_TIMES(50),
    JSON(110),
    MUTATED_JSON(50),
    MUTATED_AVRO(70),
    GARBAGE(40),
    MANY_HEADERS(1),
    INFLATING(1),
    REROUTED(20),
    DISPATCH(16),
    OUTCOME(12),
    SETTLEMENT(6),
    OUTPUT_TOPIC(4);

    private final int perThousand;

    Kind(int perThousand) {
      this.perThousand = perThousand;
    }

    /** How many of a thousand records are so; good ones come by their number. */
    int perThousand() {
      return perThousand;
    }
  }
}
