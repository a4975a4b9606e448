package dev.actonce.fuzz;

import dev.actonce.kafka.Topic;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * A record to be sent.
 *
 * @param number which of its run
 * @param kind what is bad about it
 * @param topic where it goes
 * @param partition null lets the producer choose
 * @param due what must become of it
 * @param requestId whom an answer of the gate names; null if nobody can be named
 */
record HostileRecord(
    long number,
    Kind kind,
    Topic topic,
    @Nullable Integer partition,
    byte @Nullable [] key,
    byte @Nullable [] value,
    List<Header> headers,
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
    GOOD,
    HOSTILE_IDS,
    DUPLICATE,
    SAME_REQUEST_AGAIN,
    CONFLICT,
    BAD_ARGUMENTS,
    EXPENSIVE_ARGUMENTS,
    UNKNOWN_ACTION,
    OVERSIZED,
    BAD_TIMES,
    JSON,
    MUTATED_JSON,
    MUTATED_AVRO,
    GARBAGE,
    MANY_HEADERS,
    INFLATING,
    REROUTED,
    DISPATCH,
    OUTCOME,
    SETTLEMENT,
    OUTPUT_TOPIC
  }
}
