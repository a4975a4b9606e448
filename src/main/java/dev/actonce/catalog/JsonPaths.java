package dev.actonce.catalog;

import com.jayway.jsonpath.InvalidPathException;
import com.jayway.jsonpath.JsonPath;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;

/** Checks JSON paths when the catalog is loaded, not when money is in doubt. */
final class JsonPaths {
  private JsonPaths() {}

  static String requireValid(String path) {
    try {
      if (path.startsWith("$")) {
        JsonPath.compile(path);
        return path;
      }
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
    throw new ActOnceException(
        ErrorCode.INVALID_CATALOG,
        "found '" + path + "', not a JSON path; it begins with $, such as $.data[0]");
  }
}
