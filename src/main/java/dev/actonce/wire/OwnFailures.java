package dev.actonce.wire;

import java.io.EOFException;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.errors.RetriableException;
import org.jspecify.annotations.Nullable;

/**
 * Tells a bad record from a bad moment, when a deserializer that we do not know has failed. A
 * record is blamed unless something else surely is to blame.
 */
final class OwnFailures {
  private static final int MAX_CAUSES = 20;

  /** Confluent's answer of a registry; its class is not on our class path. */
  private static final String REST_CLIENT_EXCEPTION =
      "io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException";

  /** How that one ends its message, with the registry's code: 40403 is an unknown id. */
  private static final Pattern ERROR_CODE = Pattern.compile("error code: (\\d+)");

  private OwnFailures() {}

  static boolean blamesSurroundings(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
      if (cause instanceof RetriableException || isNetwork(cause) || isRegistryTrouble(cause)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Avro tells a malformed body by some I/O exceptions as well. */
  private static boolean isNetwork(Throwable cause) {
    return cause instanceof IOException
        && !(cause instanceof EOFException)
        && !cause.getClass().getName().startsWith("org.apache.avro.")
        && !isFromAvro(cause);
  }

  private static boolean isFromAvro(Throwable cause) {
    StackTraceElement[] trace = cause.getStackTrace();
    return trace.length > 0 && trace[0].getClassName().startsWith("org.apache.avro.");
  }

  private static boolean isRegistryTrouble(Throwable cause) {
    if (!cause.getClass().getName().equals(REST_CLIENT_EXCEPTION)) {
      return false;
    }
    Matcher code = ERROR_CODE.matcher(String.valueOf(cause.getMessage()));
    return !code.find() || !code.group(1).matches("404\\d\\d");
  }
}
