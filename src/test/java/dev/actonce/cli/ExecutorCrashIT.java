package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.Approved;
import dev.actonce.testing.ExecutorProcess;
import dev.actonce.testing.FaultyTarget;
import dev.actonce.testing.FaultyTarget.Fault;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import dev.actonce.testing.Wiretap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Executors as processes of their own, killed or frozen after the effect and before its outcome.
 */
@LongRun
final class ExecutorCrashIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> TOOLS =
      List.of("read_only", "idempotent", "keyed", "lookup", "unsafe");

  @TempDir Path directory;
  private FaultyTarget target;
  private KafkaConfig kafka;
  private Wiretap wire;
  private final List<ExecutorProcess> running = new ArrayList<>();

  @BeforeEach
  void start() {
    target = new FaultyTarget();
    kafka = SharedBroker.kafka("crash").withSessionTimeout(Duration.ofSeconds(5));
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(1, 1);
    }
    wire = new Wiretap(kafka);
  }

  @AfterEach
  void stop() {
    running.forEach(ExecutorProcess::close);
    wire.close();
    target.close();
  }

  @Test
  void settlesEachClassByItsOwnWayWhenItIsKilledBeforeTheOutcome() throws IOException { // X04
    Path catalog = catalog("60s", "50ms..200ms");
    Map<String, ApprovedAction> actions = actions(Fault.TIMEOUT);
    ExecutorProcess first = start(catalog, "one");
    actions.values().forEach(wire::dispatch);
    awaitPosts(actions, 1);
    first.kill();
    assertThat(wire.outcomes()).isEmpty();

    // The lookup tool waits lease + call timeout first: here a shorter one than the first owner's.
    start(catalog("3s", "50ms..200ms"), "two");
    for (String tool : List.of("read_only", "idempotent", "keyed", "lookup")) {
      assertThat(awaitFinal(of(actions, tool)).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    }
    awaitEvent(of(actions, "unsafe"), event -> event.status() == OutcomeStatus.UNKNOWN);
    assertThat(told(of(actions, "lookup")))
        .containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.SUCCEEDED);
    assertThat(told(of(actions, "keyed"))).containsExactly(OutcomeStatus.SUCCEEDED);
    settle(of(actions, "unsafe"));
    assertOneEffectWhereItMatters();
    assertThat(target.posts("lookup")).hasSize(1);
    assertThat(target.posts("unsafe")).hasSize(1);
    assertThat(catalog).exists();
  }

  @Test
  void goesOnSettlingAfterARestartWhatAgentsWereToldIsUnknown() throws IOException {
    Map<String, ApprovedAction> actions = actions(Fault.RESET);
    actions.remove("read_only"); // Retried without any doubt.
    ExecutorProcess first = start(catalog("3s", "30s..30s"), "one");
    actions.values().forEach(wire::dispatch);
    actions.values().forEach(a -> awaitEvent(a, event -> event.status() == OutcomeStatus.UNKNOWN));
    first.kill();

    start(catalog("3s", "30s..30s"), "two");
    for (String tool : List.of("idempotent", "keyed", "lookup")) {
      awaitFinal(of(actions, tool));
    }
    settle(of(actions, "unsafe"));
    assertThat(actions.values())
        .allSatisfy(
            action ->
                assertThat(told(action))
                    .containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.SUCCEEDED));
    assertOneEffectWhereItMatters();
  }

  @Test
  void doesNotTrustACatalogThatBecameLaxerWhileAClaimIsLive() throws IOException {
    ApprovedAction action = Approved.action("unsafe", "unsafe");
    target.plan("unsafe", Fault.RESET);
    ExecutorProcess first = start(catalog("3s", "1s..1s"), "one");
    wire.dispatch(action);
    awaitEvent(action, event -> event.status() == OutcomeStatus.UNKNOWN);
    first.kill();
    Path laxer = directory.resolve("laxer.yaml");
    Files.writeString(
        laxer,
        Files.readString(catalog("3s", "1s..1s")).replace("safety: unsafe", "safety: idempotent"));

    start(laxer, "two");
    ApprovedAction fresh = Approved.action("unsafe", "fresh");
    target.plan("fresh", Fault.RESET);
    wire.dispatch(fresh);
    awaitFinal(fresh);
    assertThat(target.posts("fresh")).hasSize(2);
    assertThat(target.posts("unsafe")).hasSize(1);
    settle(action);
    assertThat(target.posts("unsafe")).hasSize(1);
  }

  /** The target answers the frozen owner, whose evidence then settles the heir's doubt. */
  @Test
  void settlesADoubtWithTheEvidenceOfAFrozenExecutor() throws IOException { // X06
    ApprovedAction action = Approved.action("unsafe", "unsafe");
    target.hold("unsafe");
    // Its clock goes on while it is frozen and the heir starts.
    Path catalog = catalog("180s", "50ms..200ms");
    ExecutorProcess zombie = start(catalog, "zombie");
    wire.dispatch(action);
    await().atMost(PATIENCE).until(() -> target.posts("unsafe").size() == 1);
    zombie.freeze();
    start(catalog, "heir");
    awaitEvent(action, event -> event.status() == OutcomeStatus.UNKNOWN);
    target.release();
    zombie.thaw();

    OutcomeEvent end = awaitFinal(action);
    assertThat(end.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(end.answer().result()).isEqualTo("{\"id\":\"ef_unsafe\"}");
    assertThat(end.history().settledBy()).isEqualTo("evidence:zombie");
    assertThat(told(action)).containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.SUCCEEDED);
    assertThat(target.effects("unsafe")).isEqualTo(1);
  }

  @Test
  void refusesAJvmThatRepeatsPosts() throws IOException { // X11
    try (ExecutorProcess process =
        ExecutorProcess.start(
            directory,
            kafka,
            catalog("3s", "1s..1s"),
            "unsafe-jvm",
            "-Djdk.httpclient.enableAllMethodRetry=true")) {
      assertThat(process.awaitExit()).isEqualTo(2);
      assertThat(process.log().lines().toList())
          .singleElement()
          .asString()
          .contains("jdk.httpclient.enableAllMethodRetry", "Remove -D");
    }
  }

  private Map<String, ApprovedAction> actions(Fault fault) {
    TOOLS.forEach(tool -> target.plan(tool, fault));
    return TOOLS.stream().collect(Collectors.toMap(tool -> tool, t -> Approved.action(t, t)));
  }

  private static ApprovedAction of(Map<String, ApprovedAction> actions, String tool) {
    return Objects.requireNonNull(actions.get(tool), tool);
  }

  private void settle(ApprovedAction action) {
    assertThat(CommandRun.of(kafka, "settle", action.key().value(), "--succeeded=null").exitCode())
        .isZero();
    assertThat(awaitFinal(action).status()).isEqualTo(OutcomeStatus.SUCCEEDED);
  }

  private void assertOneEffectWhereItMatters() {
    Stream.of("keyed", "lookup", "unsafe")
        .forEach(tool -> assertThat(target.effects(tool)).as(tool).isEqualTo(1));
  }

  private ExecutorProcess start(Path catalog, String instance) {
    ExecutorProcess process = ExecutorProcess.start(directory, kafka, catalog, instance);
    running.add(process);
    return process.awaitReady();
  }

  private Path catalog(String timeout, String backoff) throws IOException {
    StringBuilder yaml = new StringBuilder("tools:\n");
    for (String tool : TOOLS) {
      yaml.append("  ").append(tool).append(":\n    safety: ").append(tool);
      yaml.append("\n    retry: { attempts: 4, backoff: ").append(backoff).append(" }");
      yaml.append("\n    http:\n      url: ").append(target.url());
      yaml.append("\n      timeout: ").append(timeout).append('\n');
      if (tool.equals("keyed")) {
        yaml.append("      key_header: Idempotency-Key\n");
      }
      if (tool.equals("lookup")) {
        yaml.append("      lookup: { url: \"").append(target.url());
        yaml.append("/{name}\", found: $.id, lag: 0s }\n");
      }
    }
    Path file = directory.resolve("tools-" + timeout + ".yaml");
    Files.writeString(file, yaml);
    return file;
  }

  private void awaitPosts(Map<String, ApprovedAction> actions, int count) {
    await()
        .atMost(PATIENCE)
        .until(() -> actions.keySet().stream().allMatch(n -> target.posts(n).size() >= count));
  }

  private List<OutcomeStatus> told(ApprovedAction action) {
    return wire.told(action.intent().requestId());
  }

  private OutcomeEvent awaitFinal(ApprovedAction action) {
    return awaitEvent(action, event -> event.status().isFinal());
  }

  private OutcomeEvent awaitEvent(ApprovedAction action, Predicate<OutcomeEvent> wanted) {
    return wire.awaitOutcome(action.intent().requestId(), wanted);
  }
}
