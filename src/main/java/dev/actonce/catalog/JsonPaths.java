package dev.actonce.catalog;

import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;

/** Checks JSON paths when the catalog is loaded, not when money is in doubt. */
final class JsonPaths {
  private JsonPaths() {}

  /** The path. Without the library that reads answers, as in a client, all that begin with $. */
  static String requireValid(String path) {
    if (!path.startsWith("$")) {
      throw new ActOnceException(
          ErrorCode.INVALID_CATALOG,
          "found '" + path + "', not a JSON path; it begins with $, such as $.data[0]");
    }
    if (Library.JSON_PATH.isPresent()) {
      Compiler.compile(path);
    }
    return path;
  }

  /** Apart, because it is not loaded where the library is missing. */
  private static final class Compiler {
    static void compile(String path) {
      try {
        JsonPath.compile(path);
      } catch (InvalidPathException e) {
        throw new ActOnceException(
            ErrorCode.INVALID_CATALOG,
            "found '"
                + path
                + "', not a JSON path ("
                + e.getMessage()
                + "); write one like $.data[0]",
            e);
      }
    }
  }
}
