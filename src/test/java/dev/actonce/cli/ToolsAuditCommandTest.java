package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolsAuditCommandTest {
  @TempDir Path directory;

  @Test
  void passesToolsThatLackNothingButAdvice() throws IOException {
    Cli.Ran ran = audit("tools: { find: { safety: read_only }, set: { safety: idempotent } }");

    assertThat(ran.exitCode()).isZero();
    assertThat(ran.out())
        .containsSubsequence(
            "read_only: 1",
            "find  safety=read_only  readOnlyHint=true  openWorldHint=true",
            "ADVICE no timeout",
            "naturally_idempotent: 1",
            "idempotentHint=true",
            "side_effecting: 0");
  }

  @Test
  void countsAdviceWhenItIsStrict() throws IOException {
    assertThat(audit("tools: { find: { safety: read_only } }", "--strict").exitCode()).isEqualTo(1);
  }

  @Test
  void failsOnAToolThatNeedsAPersonUnlessItIsAccepted() throws IOException {
    String tools = "tools: { mail: { safety: unsafe, identity: [to], timeout: 5s } }";

    assertThat(audit(tools))
        .satisfies(ran -> assertThat(ran.exitCode()).isEqualTo(1))
        .satisfies(ran -> assertThat(ran.out()).contains("GAP neither key nor look-up", "-> send"));
    assertThat(audit(tools, "--accept", "mail"))
        .satisfies(ran -> assertThat(ran.exitCode()).isZero())
        .satisfies(ran -> assertThat(ran.out()).contains("(accepted)"));
  }

  @Test
  void refusesToAcceptAToolThatIsNotThere() throws IOException {
    Cli.Ran ran = audit("tools: { mail: { safety: unsafe } }", "--accept", "mial");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("did you mean 'mail'?").hasLineCount(1);
  }

  @Test
  void tellsMachinesTheHints() throws IOException {
    Cli.Ran ran =
        audit("tools: { find: { safety: read_only }, mail: { safety: unsafe } }", "--json");

    JsonNode tools = new ObjectMapper().readTree(ran.out()).path("tools");
    assertThat(tools.path(0).path("annotations").toString())
        .isEqualTo("{\"readOnlyHint\":true,\"openWorldHint\":true}");
    assertThat(tools.path(1).path("kind").asText()).isEqualTo("side_effecting");
    assertThat(tools.path(1).path("annotations").toString())
        .isEqualTo(
            "{\"readOnlyHint\":false,\"destructiveHint\":true,\"idempotentHint\":false,"
                + "\"openWorldHint\":true}");
    assertThat(tools.path(1).path("gaps").path(0).path("weight").asText()).isEqualTo("gap");
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void namesTheMistakesOfACatalog() throws IOException {
    Cli.Ran ran = audit("tools: { mail: { safty: unsafe } }");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("safty");
  }

  @Test
  void asksWhichCommand() {
    Cli.Ran ran = Cli.run("tools");

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("which command? 'tools audit'");
  }

  private Cli.Ran audit(String catalog, String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("tools.yaml"), catalog);
    List<String> line = new ArrayList<>(List.of("tools", "audit", "--catalog", file.toString()));
    line.addAll(List.of(more));
    return Cli.run(line.toArray(new String[0]));
  }
}
