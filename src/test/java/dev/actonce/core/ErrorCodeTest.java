package dev.actonce.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Callers switch over the codes, so each says when it is thrown and what to do. */
class ErrorCodeTest {
  @ParameterizedTest
  @EnumSource
  void hasJavadoc(ErrorCode code) throws Exception {
    String source = Files.readString(Path.of("src/main/java/dev/actonce/core/ErrorCode.java"));

    assertThat(source).containsPattern("\\*/\\s+" + code + "\\(");
  }
}
