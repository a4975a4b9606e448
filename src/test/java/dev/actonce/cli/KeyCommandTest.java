package dev.actonce.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyCommandTest {
  private static final String CHARGE = "{\"customer_id\":\"c1\",\"amount\":149,\"note\":\"a\"}";

  @TempDir Path directory;
  private Path catalog;

  @BeforeEach
  void writeCatalog() throws IOException {
    catalog = directory.resolve("tools.yaml");
    Files.writeString(
        catalog,
        """
        tools:
          charge_card:
            safety: unsafe
            identity: [customer_id, amount]
            memory: 1h
            http: { url: "http://localhost/charges" }
        """);
  }

  @Test
  void explainsStepByStep() {
    Cli.Ran ran = key(CHARGE, "--run", "run-7");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.err()).isEmpty();
    assertThat(ran.out().lines().toList())
        .hasSize(12)
        .contains(
            "1. policy       key: AUTO, identity: [customer_id, amount]",
            "2. kind         FINGERPRINT, remembered for 300 s since last seen",
            "3. arguments    " + CHARGE,
            "   tenant       default",
            "   session      (absent)",
            "   identity     {\"amount\":149,\"customer_id\":\"c1\"}",
            "   never part of a key: run (run-7)")
        .anyMatch(line -> line.startsWith("6. key          v1."));
  }

  @Test
  void takesTheIntentIdWhenThereIsOne() {
    Cli.Ran ran = key(CHARGE, "--intent-id", "inv-1", "--tenant", "acme");

    assertThat(ran.out())
        .contains("2. kind         INTENT, remembered for 3600 s")
        .contains("   tenant       acme")
        .contains("   intentId     inv-1");
  }

  @Test
  void printsNothingButTheKeyWhenQuiet() {
    assertThat(key(CHARGE, "-q").out()).matches("v1\\.[A-Za-z0-9_-]{43}\\R");
  }

  @Test
  void derivesOneKeyForOneAction() {
    String first = key(CHARGE, "-q").out();

    assertThat(key("{\"amount\":149.0,\"note\":\"b\",\"customer_id\":\"c1\"}", "-q").out())
        .isEqualTo(first);
    assertThat(key("{\"amount\":149.01,\"customer_id\":\"c1\"}", "-q").out()).isNotEqualTo(first);
  }

  @Test
  void readsArgumentsFromAFile() throws IOException {
    Path file = directory.resolve("my arguments.json");
    Files.writeString(file, CHARGE + "\n");

    assertThat(key("@" + file, "-q").out()).isEqualTo(key(CHARGE, "-q").out());
  }

  @Test
  void readsArgumentsFromStandardInput() {
    assertThat(keyFrom(CHARGE.getBytes(UTF_8)).out()).isEqualTo(key(CHARGE, "-q").out());
  }

  @Test
  void refusesArgumentsThatAreNotUtf8() {
    assertFailure(
        keyFrom(new byte[] {'{', '"', (byte) 0xe9, '"', ':', '1', '}'}),
        "cannot read the arguments from standard input: it is not UTF-8; convert it");
  }

  @Test
  void saysWhichArgumentsFileIsMissing() {
    Path missing = directory.resolve("missing.json");
    assertFailure(
        key("@" + missing),
        "cannot read the arguments from " + missing + ": there is no such file; check the path");
  }

  @Test
  void refusesInvalidJson() {
    assertFailure(key("{\"amount\":"), "INVALID_ARGUMENTS: ");
  }

  @Test
  void namesTheNearestToolOfAnUnknownAction() {
    assertFailure(
        Cli.run("key", "charge_cart", "{}", "--catalog", catalog.toString()),
        "no tool 'charge_cart' in the catalog; did you mean 'charge_card'?");
  }

  @Test
  void saysWhichCatalogIsMissing() {
    Path missing = directory.resolve("none.yaml");
    assertFailure(
        Cli.run("key", "charge_card", "{}", "--catalog", missing.toString()),
        "cannot read the tool catalog " + missing);
  }

  @Test
  void namesFileLineSettingAndRemedyOfABadCatalog() throws IOException {
    Files.writeString(
        catalog,
        """
        tools:
          charge_card:
            safty: unsafe
            safety: unsafe
            window: 5 minutes
        """);
    assertFailure(
        key(CHARGE),
        "invalid tool catalog, 2 problems: "
            + catalog
            + ":3:5: tools.charge_card.safty: unknown setting 'safty'; did you mean 'safety'?",
        " | " + catalog + ":5:13: tools.charge_card.window: ",
        "such as 300s");
  }

  private Cli.Ran key(String arguments, String... more) {
    List<String> line = new ArrayList<>(List.of("key", "charge_card", arguments));
    line.addAll(List.of("--catalog", catalog.toString()));
    line.addAll(List.of(more));
    return Cli.run(line.toArray(new String[0]));
  }

  private Cli.Ran keyFrom(byte[] input) {
    InputStream original = System.in;
    System.setIn(new ByteArrayInputStream(input));
    try {
      return key("-", "-q");
    } finally {
      System.setIn(original);
    }
  }

  private static void assertFailure(Cli.Ran ran, String... parts) {
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err()).startsWith("actonce: ").contains(parts).hasLineCount(1);
  }
}
