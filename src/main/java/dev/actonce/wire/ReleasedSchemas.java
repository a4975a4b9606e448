package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The schemas of every released version, {@code schemas/released/} of the sources: what records in
 * topics and stores may have been written with.
 */
final class ReleasedSchemas {
  /** Oldest first; each is a directory. */
  static final List<String> VERSIONS = List.of("v1", "v2");

  private ReleasedSchemas() {}

  /** Every released form of a record. */
  static List<Schema> of(String name) {
    return VERSIONS.stream().map(version -> read(version, name)).toList();
  }

  static Schema read(String version, String name) {
    String path = "released/" + version + "/" + name + ".avsc";
    try (InputStream text = ReleasedSchemas.class.getResourceAsStream(path)) {
      if (text == null) {
        throw new ActOnceException(ErrorCode.INTERNAL, "the schema " + path + " is not in the jar");
      }
      return new Schema.Parser().parse(text);
    } catch (IOException e) {
      throw new ActOnceException(ErrorCode.INTERNAL, "cannot read the schema " + path, e);
    }
  }
}
