package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What performs actions does not start without the contracts that the catalog requires. */
class ContractRequiredTest {
  private static final String COMMAND = "mvn test -Dgroups=actonce-contract";

  @TempDir Path directory;
  private Path catalog;

  @BeforeEach
  void writeCatalog() throws IOException {
    catalog =
        Files.writeString(
            directory.resolve("tools.yaml"),
            """
            tools:
              pay:
                safety: unsafe
                contract: required
                http: { method: POST, url: "http://127.0.0.1:1/pay" }
            """);
  }

  @Test
  void executorRefusesBeforeItConnects() {
    Cli.Ran ran =
        Cli.run("executor", "--bootstrap", "127.0.0.1:1", "--catalog", catalog.toString());

    assertRefused(ran, directory.resolve("contracts"));
  }

  @Test
  void upRefusesBeforeItStartsABroker() {
    Cli.Ran ran = Cli.run("up", "--port", "0", "--catalog", catalog.toString());

    assertRefused(ran, directory.resolve("contracts"));
  }

  @Test
  void looksWhereItIsTold() {
    Path records = directory.resolve("proofs");

    Cli.Ran ran =
        Cli.run(
            "executor",
            "--bootstrap",
            "127.0.0.1:1",
            "--catalog",
            catalog.toString(),
            "--contracts-dir",
            records.toString());

    assertRefused(ran, records);
  }

  private static void assertRefused(Cli.Ran ran, Path records) {
    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err())
        .hasLineCount(1)
        .startsWith("actonce: ")
        .contains("pay", "there is no record", records.resolve("pay.json").toString(), COMMAND);
  }
}
