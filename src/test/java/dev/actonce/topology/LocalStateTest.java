package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalStateTest {
  private static final List<String> SEGMENTS = List.of("memory.1", "memory.2", "memory.3");

  @TempDir Path directory;
  private Path memory;

  @BeforeEach
  void leaveStateOfARunThatWasKilled() throws IOException {
    memory = directory.resolve("app").resolve("0_1").resolve("memory");
    for (String segment : SEGMENTS) {
      Files.createDirectories(memory.resolve(segment));
      Files.writeString(memory.resolve(segment).resolve("CURRENT"), segment);
    }
    Files.createDirectories(memory.resolveSibling("open"));
  }

  @Test
  void discardsAMemoryOfSeveralSegmentsAfterAKill() throws IOException {
    state(path -> {}).discardDoubtful();

    assertThat(memory).doesNotExist();
    assertThat(memory.resolveSibling("open")).exists();
    assertThat(names(directory)).containsExactly("app");
  }

  @Test
  void keepsItAfterACleanClose() {
    state(path -> {}).markClosedCleanly();
    state(path -> {}).discardDoubtful();

    assertThat(memory).exists();
  }

  /** A memory of which one segment is left looks like one that can be trusted. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6})
  void trustsNoRestOfADeletionThatWasKilled(int survivedDeletions) throws IOException {
    int[] deletions = {0};
    LocalState killed =
        state(
            path -> {
              if (deletions[0]++ == survivedDeletions) {
                throw new Killed();
              }
            });
    assertThatThrownBy(killed::discardDoubtful).isInstanceOf(Killed.class);

    state(path -> {}).discardDoubtful();

    assertThat(memory).doesNotExist();
    assertThat(names(directory)).containsExactly("app");
  }

  @Test
  void refusesADirectoryThatAnotherGateUses() throws IOException {
    Path lock = directory.resolve("app").resolve(".lock");
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();
      assertThatThrownBy(() -> state(path -> {}).discardDoubtful())
          .isInstanceOfSatisfying(
              ActOnceException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
          .hasMessage(
              "state directory '%s' belongs to another gate; give --gate-state-dir"
                  .formatted(directory));
    }
    assertThat(memory).exists();
  }

  private LocalState state(java.util.function.Consumer<Path> beforeDeletion) {
    return new LocalState(directory, "app", "memory", beforeDeletion);
  }

  private static List<String> names(Path parent) {
    try (Stream<Path> list = Files.list(parent)) {
      return list.map(path -> path.getFileName().toString()).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}
