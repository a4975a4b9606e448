package dev.actonce.wire;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.wire.UnresolvedIds.Step;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.avro.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The registry as framings use it: ids of our schemas, schemas of others' ids, both remembered. An
 * id never changes its schema, so what was found is never asked for again; what was not found is,
 * as {@link UnresolvedIds} says. Nothing here sleeps for an id: a record that has to wait is
 * refused as REGISTRY_UNAVAILABLE, and tried again by whoever reads it. Thread-safe.
 */
final class SchemaRegistry {
  /** A schema that cannot be used is asked for again after this, and after that. */
  static final Duration UNUSABLE_LASTS = Duration.ofSeconds(30);

  /** An id that was put aside is asked for again after this. */
  static final Duration ABSENCE_LASTS = Duration.ofSeconds(5);

  /** As above, for one that was put aside after one answer. */
  static final Duration UNCONFIRMED_LASTS = Duration.ofSeconds(1);

  /** An id that waits is asked for again after this. */
  static final Duration WAIT_LASTS = Duration.ofMillis(250);

  private static final int MAX_IDS = 1_000;

  /** Of the texts of all schemas that are kept. */
  private static final long MAX_CHARS = 4L * 1024 * 1024;

  private final RegistryCalls calls;
  private final OwnSubjects subjects;
  private final LongSupplier nanos;
  private final UnresolvedIds unresolved = new UnresolvedIds();
  private final BoundedCache<Integer, Schema> schemas = new BoundedCache<>(MAX_IDS, MAX_CHARS);
  private final BoundedCache<Integer, Answer> answers = new BoundedCache<>(MAX_IDS);
  private final Others others;
  private final AtomicReference<@Nullable Runnable> failed = new AtomicReference<>();

  /** What is said of an id without asking, until a time. */
  private record Answer(ErrorCode code, String reason, long untilNanos) {}

  static SchemaRegistry of(RegistrySettings settings) {
    return new SchemaRegistry(settings, System::nanoTime, new SecureRandom());
  }

  SchemaRegistry(RegistrySettings settings, LongSupplier nanos, RandomGenerator random) {
    this.calls = new RegistryCalls(settings, nanos, random);
    this.subjects = new OwnSubjects(calls, settings.registration());
    this.others = new Others(calls, nanos);
    this.nanos = nanos;
  }

  /**
   * The schema of an id. Asks for an unknown one once, within the bounds of {@link RegistryCalls}.
   *
   * @throws ActOnceException UNDECODABLE if there is none, or none that can be used; also if the
   *     registry refuses it for long while it answers for others. REGISTRY_UNAVAILABLE if the
   *     record should wait. REGISTRY_REFUSED if it should, and a person must act
   */
  Schema schema(int id) {
    return schema(id, this::absent);
  }

  /**
   * As {@link #schema(int)}, but takes an absence for one at once: perhaps this is no id at all.
   */
  Schema schemaIfItIsOne(int id) {
    return schema(
        id,
        (unknown, reply) ->
            new ActOnceException(ErrorCode.UNDECODABLE, "schema id " + unknown + " is unknown"));
  }

  private interface Absence {
    ActOnceException of(int id, RegistryReply reply);
  }

  private Schema schema(int id, Absence absence) {
    Schema known = schemas.get(id);
    if (known != null) {
      return known;
    }
    Answer answer = answers.get(id);
    if (answer != null && nanos.getAsLong() - answer.untilNanos() < 0) {
      throw new ActOnceException(answer.code(), answer.reason());
    }
    Schema schema = remembering(() -> fetch(id, absence), () -> schema(id, absence));
    schemas.put(id, schema, schema.toString().length());
    return schema;
  }

  /**
   * The id of our schema under a subject.
   *
   * @throws ActOnceException REGISTRY_REFUSED if it is not registered and we may not, or if it is
   *     refused; REGISTRY_UNAVAILABLE
   */
  int id(String subject, Schema schema) {
    int id = remembering(() -> subjects.id(subject, schema), () -> id(subject, schema));
    schemas.put(id, schema, schema.toString().length());
    others.own(id);
    return id;
  }

  /** Asks again for what failed last; why that still fails, or empty once it is answered. */
  Optional<String> outage() {
    Runnable again = failed.get();
    if (again == null) {
      return Optional.empty();
    }
    try {
      again.run();
    } catch (ActOnceException e) {
      return e.code() == ErrorCode.UNDECODABLE
          ? Optional.empty()
          : Optional.of(String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private interface Question<T> {
    T ask();
  }

  private <T> T remembering(Question<T> question, Runnable again) {
    try {
      T answer = question.ask();
      failed.set(null);
      return answer;
    } catch (ActOnceException e) {
      failed.set(e.code() == ErrorCode.UNDECODABLE ? null : again);
      throw e;
    }
  }

  private Schema fetch(int id, Absence absence) {
    if (calls.isPaused()) {
      throw calls.unavailable();
    }
    RegistryReply reply;
    try {
      reply = calls.call(RegistryCalls.pathOf(id), null);
    } catch (ActOnceException e) {
      throw e.code() == ErrorCode.INTERRUPTED ? e : refused(id, e);
    }
    if (reply.kind() == RegistryReply.Kind.ABSENT) {
      throw absence.of(id, reply);
    }
    unresolved.resolved(id);
    Schema schema = parsed(id, reply.json());
    others.found(id);
    return schema;
  }

  private Schema parsed(int id, JsonNode json) {
    String type = json.path("schemaType").asText("AVRO");
    if (!type.equals("AVRO")) {
      throw unusable(id, "is " + Texts.line(type, 50) + ", not Avro");
    }
    if (!json.path("references").isEmpty()) {
      throw unusable(id, "refers to other schemas; register it with its types inside");
    }
    try {
      return WriterSchema.parse(json.path("schema").asText());
    } catch (ActOnceException e) {
      throw unusable(id, String.valueOf(e.getMessage()));
    }
  }

  private ActOnceException unusable(int id, String what) {
    return answer(id, ErrorCode.UNDECODABLE, what, UNUSABLE_LASTS);
  }

  private ActOnceException absent(int id, RegistryReply reply) {
    String unknown = "is unknown to the registry (" + reply.message() + ")";
    if (!others.areAnswered()) {
      unresolved.unanswered(id, nanos.getAsLong());
      return answer(
          id,
          ErrorCode.REGISTRY_UNAVAILABLE,
          unknown + ", and so is this pipeline's own; it is asked again",
          WAIT_LASTS);
    }
    return decided(id, unknown, unresolved.absent(id, nanos.getAsLong()));
  }

  private ActOnceException refused(int id, ActOnceException failure) {
    if (!others.areKnown() || !others.areAnswered()) {
      unresolved.unanswered(id, nanos.getAsLong());
      return failure;
    }
    String why =
        failure.code() == ErrorCode.REGISTRY_UNAVAILABLE
            ? calls.lastReason()
            : String.valueOf(failure.getMessage());
    return decided(
        id,
        "is refused, while others are answered (" + why + ")",
        unresolved.refused(id, nanos.getAsLong()));
  }

  private ActOnceException decided(int id, String what, Step step) {
    return switch (step) {
      case WAIT ->
          answer(
              id,
              ErrorCode.REGISTRY_UNAVAILABLE,
              what + "; it is asked for again before its record is put aside",
              WAIT_LASTS);
      case PUT_ASIDE -> answer(id, ErrorCode.UNDECODABLE, what, ABSENCE_LASTS);
      case PUT_ASIDE_UNCONFIRMED ->
          answer(
              id,
              ErrorCode.UNDECODABLE,
              what
                  + ", and was not waited for, because too many unknown ids come; if it exists by"
                  + " now, publish the record again",
              UNCONFIRMED_LASTS);
    };
  }

  private ActOnceException answer(int id, ErrorCode code, String what, Duration lasts) {
    String reason = "schema id " + id + " " + what;
    answers.put(id, new Answer(code, reason, nanos.getAsLong() + lasts.toNanos()));
    return new ActOnceException(code, reason);
  }
}
