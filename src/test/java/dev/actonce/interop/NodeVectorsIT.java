package dev.actonce.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key page is enough to write another implementation: ours in JavaScript has no Java in it. */
final class NodeVectorsIT {
  @TempDir Path scratch;

  @BeforeAll
  static void requireNode() {
    Program.assumeInstalled("node");
  }

  @Test
  void derivesEveryFrozenVectorInJavaScript() {
    String report =
        Program.run(
            scratch,
            Map.of(),
            List.of(
                "node", "--test", "--test-reporter=tap", "src/test/node/test/vectors.test.mjs"));

    assertThat(report).contains("\n# fail 0").containsPattern("\n# pass 2\\d\\d\n");
  }
}
