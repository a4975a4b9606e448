package dev.actonce.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.kafka.TopicNames;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Wiretap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An agent and a provider whose every text commands a terminal, seen through each command. */
@LongRun
class HostileTextIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String FAKED = "9h0m  pay  tenant=acme  reason=CALL_LOST";

  /** Clears the line, draws a doubt of its own, reverses, hides, deletes, ends the line again. */
  private static final String HOSTILE =
      "\u001b[2K\r\u009b1A\n" + FAKED + "\u2028\u202E\u200B\u0007\u007F\u0085\uFEFF\u00A0=x";

  @TempDir static Path directory;
  private static EmbeddedPipeline pipeline;
  private static Wiretap wire;
  private static OutcomeEvent done;

  @BeforeAll
  static void act() throws IOException {
    Catalog catalog =
        Catalog.parse(
            """
            tools:
              pay: { safety: unsafe }
              doubt: { safety: unsafe }
              fail: { safety: unsafe }
            """,
            "test");
    pipeline =
        EmbeddedPipeline.startTemporary(
            0,
            catalog,
            Map.of(
                "pay", call -> new ActionResult.Succeeded(HOSTILE, HOSTILE),
                "doubt", call -> new ActionResult.Unknown(HOSTILE, HOSTILE),
                "fail",
                    call -> new ActionResult.Failed(HOSTILE, HOSTILE, ActionResult.Retry.NEVER)),
            EmbeddedPipeline.Options.DEFAULT);
    wire = new Wiretap(pipeline.kafka());
    done = wire.awaitFinal(publish("pay", HOSTILE));
    wire.awaitFinal(publish("pay", HOSTILE + "2"));
    wire.awaitFinal(publish("fail", HOSTILE));
    wire.awaitOutcome(publish("doubt", HOSTILE), e -> e.status() == OutcomeStatus.UNKNOWN);
    wire.sendTo(
        new TopicNames(pipeline.kafka().topicPrefix()).suspects(),
        HOSTILE,
        HOSTILE.getBytes(UTF_8));
    wire.sendTo(
        new TopicNames(pipeline.kafka().topicPrefix()).claims(),
        "v1." + HOSTILE,
        HOSTILE.getBytes(UTF_8));
    Files.writeString(
        directory.resolve("export.jsonl"),
        JSON.createObjectNode().put("reference", HOSTILE).put("action", HOSTILE).toString()
            + "\n{\"reference\":\"ch_1\",\"at\":"
            + JSON.writeValueAsString(HOSTILE)
            + "}\n");
    await().atMost(PATIENCE).until(() -> connected("suspects", "--json").out().contains("pay"));
  }

  @AfterAll
  static void stop() {
    wire.close();
    pipeline.close();
  }

  static Stream<List<String>> commands() {
    return Stream.of(
        List.of("unknown", "list", "--show-arguments"),
        List.of("status", key()),
        List.of("suspects"),
        List.of("submit", "doubt", "{}", "--intent-id", HOSTILE, "--wait", "0s"),
        List.of("submit", "pay", arguments(), "--intent-id", HOSTILE, "--tenant", HOSTILE),
        List.of("submit", "fail", arguments(), "--intent-id", HOSTILE, "--tenant", HOSTILE),
        List.of("submit", HOSTILE, "{}"),
        List.of("doctor"),
        List.of("settle", key(), "--not-executed", "--reason", HOSTILE, "--claim", HOSTILE),
        List.of("audit", "--provider-log", directory.resolve("export.jsonl").toString()));
  }

  private static String key() {
    return Objects.requireNonNull(done.key()).value();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void showsPeopleWhatIsThere(List<String> command) {
    Cli.Ran ran = connected(command.toArray(String[]::new));

    assertThat(ran.out() + ran.err()).isNotBlank();
    assertVisible(ran);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void staysJson(List<String> command) throws JsonProcessingException {
    List<String> words = new ArrayList<>(command);
    words.add("--json");

    Cli.Ran ran = connected(words.toArray(String[]::new));

    assertVisible(ran);
    for (String line : ran.out().lines().toList()) {
      assertThat(JSON.readTree(line).isObject()).isTrue();
    }
  }

  @Test
  void listsTheDoubtsBesideAnUnreadableClaim() {
    Cli.Ran ran = connected("unknown", "list");

    assertThat(ran.out()).contains("doubt");
    assertThat(ran.err()).contains("actonce: 1 claims of ", " are left out, the first at ");
  }

  /** The texts come back as they were sent. */
  @Test
  void losesNothingInJson() throws JsonProcessingException {
    String json = connected("status", key(), "--json").out();

    assertThat(JSON.readTree(json).path("intentId").asText()).isEqualTo(HOSTILE);
    assertThat(JSON.readTree(json).path("reference").asText()).isEqualTo(done.answer().reference());
  }

  /** Whoever writes what is no report hides no other one. */
  @Test
  void showsTheSuspectsBesideAPoisonRecord() {
    Cli.Ran ran = connected("suspects");

    assertThat(ran.out()).contains("pay");
    assertThat(ran.err()).contains("1 records of actonce.suspects are left out, the first at");
    assertThat(ran.exitCode()).isZero();
  }

  @Test
  void watchesInVisibleText() throws InterruptedException {
    try (CliProcess watch =
        CliProcess.start(
            directory, Map.of(), "watch", "--bootstrap", pipeline.bootstrapServers())) {
      watch.awaitPrinted("watching");
      wire.awaitFinal(publish("pay", HOSTILE));
      watch.awaitPrinted("ALREADY_DONE");

      assertVisible(new Cli.Ran(0, watch.out(), watch.err()));
    }
  }

  @Test
  void showsTheToolsOfACatalogThatSomebodyElseWrote() throws IOException {
    Path catalog =
        Files.writeString(
            directory.resolve("hostile.yaml"),
            "tools: { \"x\\e[2K\\nGAP\\u202E\": { safety: unsafe } }");

    assertVisible(Cli.run("tools", "audit", "--catalog", catalog.toString()));
    assertVisible(Cli.run("tools", "audit", "--catalog", catalog.toString(), "--accept", HOSTILE));
  }

  @Test
  void explainsAKeyInVisibleText() throws IOException {
    Path catalog =
        Files.writeString(directory.resolve("tools.yaml"), "tools: { pay: { safety: unsafe } }");

    assertVisible(
        Cli.run(
            "key",
            "pay",
            arguments(),
            "--intent-id",
            HOSTILE,
            "--run",
            HOSTILE,
            "--tenant",
            HOSTILE,
            "--catalog",
            catalog.toString()));
  }

  private static void assertVisible(Cli.Ran ran) {
    String printed = ran.out() + ran.err();
    assertThat(printed.codePoints().filter(HostileTextIT::isHidden).mapToObj(Integer::toHexString))
        .as(printed)
        .isEmpty();
    assertThat(printed.lines().map(String::strip)).noneMatch(line -> line.startsWith(FAKED));
  }

  private static boolean isHidden(int codePoint) {
    return (Character.isISOControl(codePoint) && codePoint != '\n' && codePoint != '\t')
        || (HOSTILE.indexOf(codePoint) >= 0 && codePoint > '~');
  }

  private static String publish(String action, String intentId) {
    String requestId = UUID.randomUUID().toString();
    Scope scope = new Scope(HOSTILE, HOSTILE, HOSTILE, HOSTILE);
    wire.publish(
        null,
        ActionIntent.of(requestId, scope, action, arguments())
            .withIntentId(intentId)
            .withToolCallId(HOSTILE));
    return requestId;
  }

  private static String arguments() {
    return JSON.createObjectNode().put("text", HOSTILE).toString();
  }

  private static Cli.Ran connected(String... arguments) {
    List<String> line = new ArrayList<>(List.of(arguments));
    line.addAll(List.of("--bootstrap-servers", pipeline.bootstrapServers()));
    return Cli.run(line.toArray(new String[0]));
  }
}
