package dev.actonce.catalog;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A library that gates, executors or the contract kit need and a client does without, so that
 * projects which depend on this one do not inherit it. The command line has all of them.
 */
public enum Library {
  KAFKA_STREAMS(
      "org.apache.kafka:kafka-streams:4.4.0", "org/apache/kafka/streams/KafkaStreams.class"),
  SCHEMA_VALIDATOR(
      "com.networknt:json-schema-validator:2.0.8", "com/networknt/schema/Schema.class"),
  LINEAR_PATTERNS("com.google.re2j:re2j:1.8", "com/google/re2j/Pattern.class"),
  JSON_PATH("com.jayway.jsonpath:json-path:2.9.0", "com/jayway/jsonpath/JsonPath.class"),
  BROKER("org.apache.kafka:kafka_2.13:4.4.0", "kafka/server/KafkaConfig.class"),
  HTTP_CODEC(
      "io.netty:netty-codec-http:4.2.17.Final",
      "io/netty/handler/codec/http/HttpServerCodec.class");

  private final String coordinates;
  private final String resource;

  Library(String coordinates, String resource) {
    this.coordinates = coordinates;
    this.resource = resource;
  }

  /**
   * Group, artifact and version, with colons between: the version that this project is built on.
   */
  public String coordinates() {
    return coordinates;
  }

  /** Whether it is on the class path. */
  public boolean isPresent() {
    return Library.class.getClassLoader().getResource(resource) != null;
  }

  /**
   * Demands libraries.
   *
   * @param who what needs them, for the message: "the gate"
   * @throws ActOnceException INVALID_SETTING with the coordinates of all that are missing
   */
  public static void require(String who, Library... libraries) {
    List<Library> missing =
        Arrays.stream(libraries).filter(library -> !library.isPresent()).toList();
    if (!missing.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          who
              + " needs libraries that are not on the class path; add to the dependencies: "
              + missing.stream().map(Library::coordinates).collect(Collectors.joining(", ")));
    }
  }
}
