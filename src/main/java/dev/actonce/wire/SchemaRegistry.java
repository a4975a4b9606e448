package dev.actonce.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.wire.RegistrySettings.Registration;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;
import org.apache.avro.SchemaParseException;
import org.jspecify.annotations.Nullable;

/**
 * The registry as framings use it: ids of our schemas, schemas of others' ids, both remembered. An
 * id never changes its schema, so what was found is never asked for again. Thread-safe.
 */
final class SchemaRegistry {
  /** An id that the registry does not know is asked for again after this. */
  static final Duration ABSENCE_LASTS = Duration.ofSeconds(30);

  private static final int MAX_IDS = 1_000;

  private final RegistryCalls calls;
  private final Registration registration;
  private final LongSupplier nanos;
  private final BoundedCache<Integer, Schema> schemas = new BoundedCache<>(MAX_IDS);
  private final BoundedCache<Integer, Absent> absent = new BoundedCache<>(MAX_IDS);
  private final AtomicReference<@Nullable Runnable> failed = new AtomicReference<>();

  private record Absent(String reason, long atNanos) {}

  static SchemaRegistry of(RegistrySettings settings) {
    return new SchemaRegistry(settings, System::nanoTime, new SecureRandom());
  }

  SchemaRegistry(RegistrySettings settings, LongSupplier nanos, RandomGenerator random) {
    this.calls = new RegistryCalls(settings, nanos, random);
    this.registration = settings.registration();
    this.nanos = nanos;
  }

  /**
   * The schema of an id.
   *
   * @throws ActOnceException UNDECODABLE if the registry says that there is none, or none of Avro
   *     that stands alone; REGISTRY_UNAVAILABLE, REGISTRY_REFUSED
   */
  Schema schema(int id) {
    Schema known = schemas.get(id);
    if (known != null) {
      return known;
    }
    Absent refused = absent.get(id);
    if (refused != null && nanos.getAsLong() - refused.atNanos() < ABSENCE_LASTS.toNanos()) {
      throw undecodable(refused.reason());
    }
    Schema schema = remembering(() -> fetch(id), () -> schema(id));
    schemas.put(id, schema);
    return schema;
  }

  /**
   * The id of our schema under a subject.
   *
   * @throws ActOnceException REGISTRY_REFUSED if it is not registered and we may not, or if it is
   *     refused; REGISTRY_UNAVAILABLE
   */
  int id(String subject, Schema schema) {
    int id = remembering(() -> findOrRegister(subject, schema), () -> id(subject, schema));
    schemas.put(id, schema);
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

  private Schema fetch(int id) {
    RegistryReply reply = calls.callUntilSure("/schemas/ids/" + id);
    if (reply.kind() == RegistryReply.Kind.ABSENT) {
      throw absent(
          id, "is unknown to the registry (" + reply.json().path("message").asText() + ")");
    }
    JsonNode json = reply.json();
    if (!json.path("schemaType").asText("AVRO").equals("AVRO")) {
      throw absent(id, "is " + json.path("schemaType").asText() + ", not Avro");
    }
    if (!json.path("references").isEmpty()) {
      throw absent(id, "refers to other schemas; register it with its types inside");
    }
    try {
      return WriterSchema.parse(json.path("schema").asText());
    } catch (ActOnceException e) {
      throw absent(id, String.valueOf(e.getMessage()));
    }
  }

  private ActOnceException absent(int id, String what) {
    String reason = "schema id " + id + " " + what;
    absent.put(id, new Absent(reason, nanos.getAsLong()));
    return undecodable(reason);
  }

  private static ActOnceException undecodable(String reason) {
    return new ActOnceException(ErrorCode.UNDECODABLE, reason);
  }

  private int findOrRegister(String subject, Schema schema) {
    String path = "/subjects/" + subject;
    ObjectNode body = JsonNodeFactory.instance.objectNode().put("schema", schema.toString());
    if (registration == Registration.REGISTER) {
      return idIn(register(path, body.toString()), subject, schema);
    }
    RegistryReply exact = calls.call(path, body.toString());
    if (exact.kind() == RegistryReply.Kind.FOUND) {
      return idIn(exact, subject, schema);
    }
    RegistryReply latest = calls.call(path + "/versions/latest", null);
    if (latest.kind() == RegistryReply.Kind.FOUND && isSameForm(latest, schema)) {
      return idIn(latest, subject, schema);
    }
    throw missing(subject, schema, latest);
  }

  /** Of two who register one schema at the same instant, a registry may refuse the later one. */
  private RegistryReply register(String path, String body) {
    try {
      return calls.call(path + "/versions", body);
    } catch (ActOnceException refused) {
      if (refused.code() != ErrorCode.REGISTRY_REFUSED) {
        throw refused;
      }
      RegistryReply there = calls.call(path, body);
      if (there.kind() != RegistryReply.Kind.FOUND) {
        throw refused;
      }
      return there;
    }
  }

  /** Documentation, order of attributes and white space do not change what is written. */
  private static boolean isSameForm(RegistryReply latest, Schema schema) {
    try {
      Schema registered = new Schema.Parser().parse(latest.json().path("schema").asText());
      return SchemaNormalization.toParsingForm(registered)
          .equals(SchemaNormalization.toParsingForm(schema));
    } catch (SchemaParseException e) {
      return false;
    }
  }

  private static int idIn(RegistryReply reply, String subject, Schema schema) {
    JsonNode id = reply.json().path("id");
    if (reply.kind() != RegistryReply.Kind.FOUND || !id.isInt() || id.asInt() <= 0) {
      throw new ActOnceException(
          ErrorCode.REGISTRY_REFUSED,
          "the schema registry gives no id for "
              + schema.getFullName()
              + " under subject "
              + subject
              + ": "
              + reply.describe());
    }
    return id.asInt();
  }

  private static ActOnceException missing(String subject, Schema schema, RegistryReply latest) {
    String found =
        latest.kind() == RegistryReply.Kind.FOUND
            ? "its latest version is " + latest.json().path("version").asText()
            : "the subject does not exist";
    return new ActOnceException(
        ErrorCode.REGISTRY_REFUSED,
        "this version's schema of "
            + schema.getName()
            + " is not registered under subject "
            + subject
            + " ("
            + found
            + "); register schemas/released/"
            + ReleasedSchemas.VERSIONS.get(ReleasedSchemas.VERSIONS.size() - 1)
            + "/"
            + schema.getName()
            + ".avsc there, or set schema-registry-auto-register=true");
  }
}
