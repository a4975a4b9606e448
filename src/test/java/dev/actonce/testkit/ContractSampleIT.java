package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.contract.ContractRecords;
import dev.actonce.testing.LongRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
  private static final String VERSION = "0.1.0-SNAPSHOT";
  private static final long RUN_MINUTES = 10;
  private static final List<String> COMMAND =
      List.of("mvn", "test", "-Dgroups=" + ContractRecords.TAG);

  @TempDir Path directory;
  private Path project;
  private Path repository;
  private final List<Path> links = new ArrayList<>();

  @BeforeEach
  void copy() throws IOException {
    project = directory.resolve("project");
    repository = directory.resolve("repository");
    try (Stream<Path> files = Files.walk(SAMPLE)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = project.resolve(SAMPLE.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    linkTheBuildsRepository();
    installTheJar();
  }

  /** The links must be gone before the directory is deleted. */
  @AfterEach
  void unlink() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
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

    Path agent = project.resolve("src/main/java/shop/RefundAgent.java");
    List<String> fixed =
        Files.readAllLines(agent).stream().filter(line -> !line.contains("UUID")).toList();
    Files.write(agent, fixed);

    assertThat(runTests(0)).contains("Tests run: 17, Failures: 0, Errors: 0");
    requireContracts();
  }

  /** As an executor does when it starts. */
  private void requireContracts() {
    Path catalog = project.resolve("tools.yaml");
    new ContractRecords(ContractRecords.beside(catalog)).require(Catalog.load(catalog));
  }

  /** Runs the command that executors name; the output, which may be long. */
  private String runTests(int exitCode) throws Exception {
    Path log = directory.resolve("maven.log");
    List<String> command = new ArrayList<>(COMMAND);
    command.addAll(List.of("-o", "-B", "-Dmaven.repo.local=" + repository.toAbsolutePath()));
    Process maven =
        new ProcessBuilder(command)
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    if (!maven.waitFor(RUN_MINUTES, TimeUnit.MINUTES)) {
      maven.descendants().forEach(ProcessHandle::destroyForcibly);
      maven.destroyForcibly();
    }
    String output = Files.readString(log);
    assertThat(maven.waitFor()).as(output).isEqualTo(exitCode);
    return output;
  }

  /** Every group but our own, by a link. */
  private void linkTheBuildsRepository() throws IOException {
    Path build =
        Path.of(
            System.getProperty(
                "localRepository",
                Path.of(System.getProperty("user.home"), ".m2", "repository").toString()));
    Files.createDirectories(repository.resolve("dev"));
    link(build, repository, "dev");
    link(build.resolve("dev"), repository.resolve("dev"), "actonce");
  }

  private void link(Path from, Path to, String but) throws IOException {
    if (!Files.isDirectory(from)) {
      return;
    }
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.filter(one -> !one.endsWith(but)).toList()) {
        links.add(
            Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath()));
      }
    }
  }

  private void installTheJar() throws IOException {
    Path home = repository.resolve("dev/actonce/actonce").resolve(VERSION);
    Files.createDirectories(home);
    Files.copy(
        Path.of("target/actonce.jar"),
        home.resolve("actonce-" + VERSION + ".jar"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        Path.of("pom.xml"),
        home.resolve("actonce-" + VERSION + ".pom"),
        StandardCopyOption.REPLACE_EXISTING);
  }
}
