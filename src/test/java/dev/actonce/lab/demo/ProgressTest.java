package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  @Test
  void saysNothingWhenQuiet() {
    assertThat(shown(Progress.Mode.QUIET)).isEmpty();
  }

  @Test
  void writesPlainLinesWhereNobodySits() {
    assertThat(shown(Progress.Mode.LINES)).isEqualToNormalizingNewlines("demo: paying\n");
  }

  @Test
  void leavesACleanLineOnATerminal() {
    assertThat(shown(Progress.Mode.TERMINAL))
        .contains("demo: paying")
        .endsWith("\r\u001b[K")
        .doesNotContain("\n");
  }

  private String shown(Progress.Mode mode) {
    Progress progress = new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), mode);
    progress.begin("paying");
    progress.show(1, 2);
    progress.end();
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
