package dev.actonce.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.charset.StandardCharsets;

/**
 * One answer of a registry.
 *
 * @param json its body, or a missing node when that is no JSON
 */
record RegistryReply(int status, JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_MESSAGE = 300;

  static RegistryReply of(int status, byte[] body) {
    return new RegistryReply(status, parse(body));
  }

  private static JsonNode parse(byte[] body) {
    try {
      JsonNode json = JSON.readTree(new String(body, StandardCharsets.UTF_8));
      return json == null ? MissingNode.getInstance() : json;
    } catch (JsonProcessingException | StackOverflowError e) {
      return MissingNode.getInstance();
    }
  }

  enum Kind {
    FOUND,
    /** The registry itself says that there is no such thing. */
    ABSENT,
    /** Asking again may help. */
    TRANSIENT,
    /** A person must act. */
    REFUSED
  }

  /**
   * A 404 counts only with the registry's own code (40401 to 40499): a wrong path or a proxy
   * answers 404 as well, and would turn good records into bad ones.
   */
  Kind kind() {
    if (status >= 200 && status < 300 && json.isObject()) {
      return Kind.FOUND;
    }
    int code = json.path("error_code").asInt();
    if (status == 404 && code > 40400 && code < 40500) {
      return Kind.ABSENT;
    }
    boolean again = status == 408 || status == 429 || status >= 500 || status < 300;
    return again ? Kind.TRANSIENT : Kind.REFUSED;
  }

  /** What the registry says of it; empty if nothing. */
  String message() {
    return Texts.line(json.path("message").asText(), MAX_MESSAGE);
  }

  /** For messages. */
  String describe() {
    String message = message();
    String said = message.isEmpty() ? "no registry's answer" : message;
    return "HTTP " + status + ", " + said + hint();
  }

  private String hint() {
    return switch (status) {
      case 401, 403 -> "; check the credentials in schema-registry-config";
      case 404 -> "; check the path of schema-registry-url (Apicurio: /apis/ccompat/v7)";
      case 409 -> "; the schema does not fit the subject's compatibility rule";
      default -> "";
    };
  }
}
