package dev.actonce.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A user's recorder, found by ServiceLoader; one file per tool. */
public final class KeptResults implements ContractRecorder {
  @Override
  public void record(ContractResult result, Path directory) {
    try {
      Files.createDirectories(directory);
      Files.writeString(file(directory, result.tool()), result.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Path file(Path directory, String tool) {
    return directory.resolve(tool + ".kept");
  }
}
