package dev.actonce;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.cli.Setting;
import dev.actonce.testing.Snippets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** What the README and the pages show is what the code does. */
class ReadmeTest {
  private static final String README = read(Path.of("README.md"));
  private static final Path SITE = Path.of("src/site/markdown");

  @ParameterizedTest
  @CsvSource({
    "README.md,PublishExample,src/test/java/dev/actonce/examples/PublishExample.java",
    "src/site/markdown/agents.md,LangChain4jTool,src/test/java/dev/actonce/examples/PaymentTools.java",
    "src/site/markdown/contract-kit.md,ContractTest,src/it/contract-sample/src/test/java/shop/RefundContractTest.java",
    "src/site/markdown/contract-kit.md,RefundAgent,src/it/contract-sample/src/main/java/shop/RefundAgent.java",
    "src/site/markdown/interop.md,NodeAgent,src/test/node/agent.mjs",
    "src/site/markdown/java-tools.md,RefundHandler,src/it/java-tool/src/main/java/shop/RefundHandler.java",
    "src/site/markdown/java-tools.md,RefundHandlerProvider,src/it/java-tool/src/main/java/shop/RefundHandlerProvider.java",
    "src/site/markdown/java-tools.md,HandlerContract,src/test/java/dev/actonce/examples/HandlerContract.java",
    "src/site/markdown/interop.md,KafkajsRegistry,src/test/node/kafkajs-registry.mjs",
    "src/site/markdown/interop.md,ConfluentRegistry,src/test/node/confluent-registry.mjs"
  })
  void showsTheCodeThatRuns(Path page, String name, Path source) {
    assertThat(Snippets.shown(page, name)).isEqualTo(Snippets.compiled(source, name));
  }

  @Test
  void listsEverySetting() {
    String table =
        Arrays.stream(Setting.values())
            .map(
                setting ->
                    "| `%s` | %s | %s | %s |"
                        .formatted(
                            setting.key(),
                            setting.fallback().map(text -> "`" + text + "`").orElse("none"),
                            setting.unit(),
                            setting.effect()))
            .collect(joining("\n", "| name | default | unit | effect |\n|---|---|---|---|\n", ""));

    assertThat(
            between(
                read(SITE.resolve("settings.md")),
                "<!-- settings -->\n",
                "\n<!-- end settings -->"))
        .isEqualTo(table);
  }

  @Test
  void namesCommandsThatExist() throws IOException {
    String root = read(Path.of("src/main/java/dev/actonce/cli/RootCommand.java"));
    Set<String> named = new TreeSet<>();
    for (Path page : pages()) {
      Pattern.compile("ops/actonce ([a-z]+(?:-[a-z]+)*)")
          .matcher(read(page))
          .results()
          .forEach(match -> named.add(match.group(1)));
    }

    assertThat(named)
        .contains("demo", "up", "submit", "watch", "topics", "gate", "executor")
        .allSatisfy(command -> assertThat(root).containsAnyOf(classNames(command)));
  }

  /** A longer one is read by nobody; programs, settings and snippets have pages of their own. */
  @Test
  void isShort() {
    assertThat(README.lines()).hasSizeLessThanOrEqualTo(250);
  }

  /** What a project needs for the contract kit, as the sample has it. */
  @Test
  void listsTheDependenciesOfTheContractKit() {
    String table =
        between(
            read(SITE.resolve("contract-kit.md")),
            "<!-- contract dependencies -->\n",
            "<!-- end contract dependencies -->");
    List<String> needed =
        Pattern.compile(
                "<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>"
                    + "\\s*<version>([^<]+)</version>")
            .matcher(
                between(
                    read(Path.of("src/it/contract-sample/pom.xml")),
                    "<dependencies>",
                    "</dependencies>"))
            .results()
            .map(match -> match.group(1) + ":" + match.group(2) + ":" + match.group(3))
            .filter(dependency -> !dependency.startsWith("dev.actonce:"))
            .toList();

    assertThat(needed)
        .isNotEmpty()
        .allSatisfy(dependency -> assertThat(table).contains("`" + dependency + "`"));
  }

  /** {@code FaultProxyCommand.class} for {@code fault-proxy}; picocli's own lack the ending. */
  private static String[] classNames(String command) {
    String name =
        Arrays.stream(command.split("-", -1))
            .map(word -> Character.toUpperCase(word.charAt(0)) + word.substring(1))
            .collect(joining());
    return new String[] {name + "Command.class", name + ".class"};
  }

  @Test
  void showsACatalogThatLoads() {
    Catalog catalog = Catalog.parse(between(README, "<<'YAML'\n", "YAML\n"), "README.md");
    assertThat(catalog.actions()).containsExactly("charge_card");
  }

  @Test
  void promisesTheWholeGuaranteeTable() {
    String promises = between(README, "| case | promise |\n|---|---|\n", "\n\n");
    assertThat(promises.lines().toList())
        .hasSize(7)
        .allSatisfy(row -> assertThat(row).matches("\\| .+ \\| .+ \\|"));
  }

  /** "Exactly once" about an outside effect always points at the guarantee table. */
  @Test
  void pointsAtTheGuaranteeTable() {
    assertThat(README)
        .containsSubsequence("exactly once", "(#what-we-promise)", "## What we promise");
  }

  @Test
  void neverLetsAClientInheritTheBrokerAndTheCommandLine() throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("pom.xml").toFile());
    List<String> inherited =
        elements(pom, "dependency")
            .filter(
                dependency ->
                    dependency.getParentNode().getParentNode().equals(pom.getDocumentElement()))
            .filter(dependency -> text(dependency, "scope").isEmpty())
            .filter(dependency -> !text(dependency, "optional").equals("true"))
            .map(dependency -> text(dependency, "artifactId"))
            .toList();

    assertThat(inherited)
        .contains("kafka-clients", "avro")
        .doesNotContain("kafka_2.13", "kafka-server", "picocli", "logback-classic")
        .doesNotContain("kafka-streams", "json-schema-validator", "re2j", "json-path");
  }

  @Test
  void linksToWhatExists() throws IOException {
    pages().forEach(ReadmeTest::assertLinks);
  }

  @Test
  void indexesEveryPage() throws IOException {
    String index = read(SITE.resolve("index.md"));
    try (Stream<Path> pages = Files.walk(SITE)) {
      assertThat(pages.filter(p -> p.toString().endsWith(".md")).map(SITE::relativize))
          .filteredOn(page -> !page.equals(Path.of("index.md")))
          .allSatisfy(page -> assertThat(index).contains("(" + page + ")"));
    }
  }

  /** All that a user reads. */
  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>(List.of(Path.of("README.md"), Path.of("CHANGELOG.md")));
    for (Path folder : List.of(SITE, Path.of("ops/runbooks"))) {
      try (Stream<Path> files = Files.walk(folder)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  private static void assertLinks(Path page) {
    Matcher links = Pattern.compile("]\\(([^)#]*)(?:#([^)]*))?\\)").matcher(read(page));
    while (links.find()) {
      if (links.group(1).startsWith("http")) {
        continue;
      }
      Path parent = page.getParent() == null ? Path.of("") : page.getParent();
      Path target = links.group(1).isEmpty() ? page : parent.resolve(links.group(1)).normalize();
      assertThat(target).as("link in " + page).exists();
      if (links.group(2) != null) {
        assertThat(anchors(target)).as("link in " + page).contains(links.group(2));
      }
    }
  }

  /** The names that GitHub gives to headings. */
  private static List<String> anchors(Path page) {
    return read(page)
        .lines()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-'))
        .toList();
  }

  private static Stream<Element> elements(Document document, String name) {
    var nodes = document.getElementsByTagName(name);
    return Stream.iterate(0, i -> i < nodes.getLength(), i -> i + 1)
        .map(i -> (Element) nodes.item(i));
  }

  private static String text(Element parent, String name) {
    var nodes = parent.getElementsByTagName(name);
    return nodes.getLength() == 0 ? "" : nodes.item(0).getTextContent();
  }

  private static String between(String text, String start, String end) {
    int from = text.indexOf(start);
    assertThat(from).as("'%s'", start).isNotNegative();
    int to = text.indexOf(end, from + start.length());
    assertThat(to).as("'%s'", end).isNotNegative();
    return text.substring(from + start.length(), to);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
