package dev.actonce.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.wire.RegistrySettings.Registration;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** Our own schemas in a registry: looked up, or registered where we may. Thread-safe. */
final class OwnSubjects {
  private final RegistryCalls calls;
  private final Registration registration;

  OwnSubjects(RegistryCalls calls, Registration registration) {
    this.calls = calls;
    this.registration = registration;
  }

  /**
   * The id of our schema under a subject.
   *
   * @throws ActOnceException REGISTRY_REFUSED if it is not registered and we may not, or if it is
   *     refused; REGISTRY_UNAVAILABLE
   */
  int id(String subject, Schema schema) {
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
      Schema registered = WriterSchema.parse(latest.json().path("schema").asText());
      return SchemaNormalization.toParsingForm(registered)
          .equals(SchemaNormalization.toParsingForm(schema));
    } catch (ActOnceException e) {
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
