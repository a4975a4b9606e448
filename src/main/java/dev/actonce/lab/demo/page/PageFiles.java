package dev.actonce.lab.demo.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The files that the page is made of, read once from the jar. Immutable. */
final class PageFiles {
  private static final Map<String, String> TYPES =
      Map.of(
          "agent.html", "text/html; charset=utf-8",
          "agent.css", "text/css; charset=utf-8",
          "agent.js", "text/javascript; charset=utf-8");

  private final Map<String, PageFile> byPath;

  /** A file's bytes with their media type. */
  @SuppressWarnings("ArrayRecordComponent") // Written to a socket, never compared.
  record PageFile(String mediaType, byte[] bytes) {}

  private PageFiles(Map<String, PageFile> byPath) {
    this.byPath = byPath;
  }

  static PageFiles load() {
    Map<String, PageFile> files = new LinkedHashMap<>();
    TYPES.forEach((name, type) -> files.put("/" + name, new PageFile(type, read(name))));
    files.put("/", Optional.ofNullable(files.get("/agent.html")).orElseThrow());
    return new PageFiles(Map.copyOf(files));
  }

  Optional<PageFile> find(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  private static byte[] read(String name) {
    try (InputStream resource = PageFiles.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException("the resource " + name + " is missing in the jar");
      }
      return resource.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + name, e);
    }
  }
}
