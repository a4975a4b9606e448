package dev.actonce.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A project of its own that depends on our jars. Maven runs for real, on a repository that is this
 * build's own but for ours, which are those of {@code target}. Confined to the test thread.
 */
public final class UserProject implements AutoCloseable {
  private static final long RUN_MINUTES = 10;

  /** Compiling it in full costs more than it saves. */
  private static final String SHORT_RUN = "-XX:TieredStopAtLevel=1";

  private final Path directory;
  private final Path repository;
  private final List<Path> links = new ArrayList<>();

  private UserProject(Path directory, Path repository) {
    this.directory = directory;
    this.repository = repository;
  }

  /**
   * Copies a sample.
   *
   * @param sample in {@code src/it}
   * @param temporary an empty directory for it, its repository and its logs
   */
  public static UserProject copyOf(Path sample, Path temporary) throws IOException {
    UserProject project =
        new UserProject(temporary.resolve("project"), temporary.resolve("repository"));
    try (Stream<Path> files = Files.walk(sample)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = project.directory.resolve(sample.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
    project.linkTheBuildsRepository();
    project.installOurs();
    return project;
  }

  /** Where it is. */
  public Path directory() {
    return directory;
  }

  /**
   * Runs Maven, and demands that it ends with a code.
   *
   * @param command as a user types it
   * @return the output, which may be long
   */
  public String run(int exitCode, List<String> command) throws IOException, InterruptedException {
    Process maven = await(command);
    String output = Files.readString(log());
    assertThat(maven.exitValue()).as(output).isEqualTo(exitCode);
    return output;
  }

  /** Runs Maven, and leaves it to the caller to find in the output whether that went well. */
  public String run(List<String> command) throws IOException, InterruptedException {
    await(command);
    return Files.readString(log());
  }

  private Path log() {
    return directory.resolveSibling("maven.log");
  }

  private Process await(List<String> command) throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(command);
    line.addAll(List.of("-B", "-Dmaven.repo.local=" + repository.toAbsolutePath()));
    line.add("-DargLine=" + SHORT_RUN);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log().toFile());
    builder.environment().put("MAVEN_OPTS", SHORT_RUN);
    Process maven = builder.start();
    if (!maven.waitFor(RUN_MINUTES, TimeUnit.MINUTES)) {
      maven.descendants().forEach(ProcessHandle::destroyForcibly);
      maven.destroyForcibly();
    }
    maven.waitFor();
    return maven;
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

  private static String version() throws IOException {
    Matcher version =
        Pattern.compile("<version>([^<]+)</version>").matcher(Files.readString(Path.of("pom.xml")));
    assertThat(version.find()).as("a version in pom.xml").isTrue();
    return version.group(1);
  }

  private void installOurs() throws IOException {
    String version = version();
    Path home = Files.createDirectories(repository.resolve("dev/actonce/actonce/" + version));
    Files.copy(Path.of("pom.xml"), home.resolve("actonce-" + version + ".pom"));
    for (String classifier : List.of("", "-cli", "-lab", "-testkit")) {
      Files.copy(
          Path.of("target/actonce" + classifier + ".jar"),
          home.resolve("actonce-" + version + classifier + ".jar"));
    }
  }

  /** Removes the links, which must be gone before the directory is deleted. */
  @Override
  public void close() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }
}
