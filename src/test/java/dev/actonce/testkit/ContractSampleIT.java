package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.contract.ContractRecords;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.UserProject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A new user's way, in a project of its own with our jar: run, read the failure, fix, pass. Maven
 * runs for real and offline, on a repository that is this build's own but for the jar.
 */
@LongRun
final class ContractSampleIT {
  private static final Path SAMPLE = Path.of("src/it/contract-sample");
  private static final List<String> COMMAND =
      List.of("mvn", "test", "-Dgroups=" + ContractRecords.TAG);

  @TempDir Path directory;
  private UserProject project;

  @BeforeEach
  void copy() throws IOException {
    project = UserProject.copyOf(SAMPLE, directory);
  }

  @AfterEach
  void unlink() throws IOException {
    project.close();
  }

  @Test
  void failsWithTheHoleAndPassesOnceItIsClosed() throws Exception {
    String red = runTests(1);
    assertThat(red)
        .contains("refund breaks its contract in NEW_TOOL_CALL_ID")
        .contains("the agent mints a key per call")
        .contains("remedy: derive the intentId from the business object");
    assertThatThrownBy(this::requireContracts)
        .hasMessageContainingAll("there is no record", String.join(" ", COMMAND));

    Path agent = project.directory().resolve("src/main/java/shop/RefundAgent.java");
    List<String> fixed =
        Files.readAllLines(agent).stream().filter(line -> !line.contains("UUID")).toList();
    Files.write(agent, fixed);

    assertThat(runTests(0)).contains("Tests run: 17, Failures: 0, Errors: 0");
    requireContracts();
  }

  /** As an executor does when it starts. */
  private void requireContracts() {
    Path catalog = project.directory().resolve("tools.yaml");
    new ContractRecords(ContractRecords.beside(catalog)).require(Catalog.load(catalog));
  }

  /** Runs the command that executors name; the output, which may be long. */
  private String runTests(int exitCode) throws Exception {
    List<String> command = new ArrayList<>(COMMAND);
    command.add("-o");
    return project.run(exitCode, command);
  }
}
