package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.executor.Tools;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.Approved;
import dev.actonce.testing.FaultyTarget;
import dev.actonce.testing.FaultyTarget.Fault;
import dev.actonce.testing.SharedBroker;
import dev.actonce.testing.Wiretap;
import dev.actonce.tool.Handlers;
import dev.actonce.wire.Codecs;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every way an answer gets lost after the effect, on a real broker and real sockets; the test plays
 * the gate, and the operator through the command line.
 */
final class DoubtIT {
  private static final Duration PATIENCE = Duration.ofSeconds(120);
  private static final Duration SHORT = Duration.ofSeconds(6);

  private static FaultyTarget target;
  private static KafkaConfig kafka;
  private static Handlers handlers;
  private static ExecutorApp executor;
  private static Wiretap wire;

  @BeforeAll
  static void start() throws InterruptedException {
    target = new FaultyTarget();
    kafka = SharedBroker.kafka("doubt").withSessionTimeout(SHORT);
    try (TopicProvisioner topics = TopicProvisioner.open(new ClientSettings(kafka))) {
      topics.create(2, 1);
    }
    Catalog catalog = Catalog.parse(catalog(target.url()), "test");
    handlers = Handlers.of(catalog, Map.of());
    wire = new Wiretap(kafka);
    executor =
        ExecutorApp.start(
            new ExecutorConfig(kafka, "one", 16, Duration.ofSeconds(2)),
            Tools.of(catalog, handlers),
            new Codecs(),
            ExecutorListener.NONE);
    assertThat(executor.awaitReady(PATIENCE)).isTrue();
  }

  @AfterAll
  static void stop() {
    executor.close();
    wire.close();
    handlers.close();
    target.close();
  }

  private static String catalog(String url) {
    return """
    tools:
      keyed:
        safety: keyed
        retry: { attempts: 4, backoff: 50ms..200ms }
        http:
          url: %1$s
          profile: stripe
          timeout: 3s
          reference: $.id
          lookup: { url: "%1$s/{name}", found: $, lag: 0s }
      lookup:
        safety: lookup
        http:
          url: %1$s
          timeout: 3s
          reference: $.id
          lookup: { url: "%1$s/{name}", found: $, lag: 0s }
      unsafe:
        safety: unsafe
        http: { url: %1$s, timeout: 3s, reference: $.id }
      short_key:
        safety: keyed
        provider_key_ttl: 4s
        retry: { attempts: 4, backoff: 3s..3s }
        http: { url: %1$s, timeout: 3s, key_header: Idempotency-Key }
      short_key_lookup:
        safety: keyed
        provider_key_ttl: 4s
        retry: { attempts: 4, backoff: 3s..3s }
        http:
          url: %1$s
          timeout: 3s
          key_header: Idempotency-Key
          lookup: { url: "%1$s/{name}", found: $.id, lag: 0s }
    """
        .formatted(url);
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "HELD")
  void settlesAKeyedToolByItself(Fault fault) {
    ApprovedAction action = loseAnswer("keyed", fault);

    OutcomeEvent end = awaitFinal(action);

    assertThat(end.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(end.answer().reference()).isEqualTo("ef_" + nameOf(action));
    assertToldDoubtThenSuccess(action, fault);
    assertThat(target.effects(nameOf(action))).isEqualTo(1);
    assertThat(target.posts(nameOf(action)))
        .allMatch(post -> action.providerKey().equals(post.key()));
  }

  /** All in one, because each waits for as long as the call of a stalled executor might come. */
  @Test
  void settlesALookupToolByLookingUp() {
    Map<Fault, ApprovedAction> actions = new EnumMap<>(Fault.class);
    // First, while no other call can take the connection that was kept alive.
    actions.put(Fault.CLOSE, loseAnswer("lookup", Fault.CLOSE));
    for (Fault fault : EnumSet.complementOf(EnumSet.of(Fault.CLOSE, Fault.HELD))) {
      actions.put(fault, loseAnswer("lookup", fault));
    }

    actions.forEach(
        (fault, action) -> {
          assertThat(awaitFinal(action).status())
              .as("%s", fault)
              .isEqualTo(OutcomeStatus.SUCCEEDED);
          assertToldDoubtThenSuccess(action, fault);
          assertThat(target.effects(nameOf(action))).as("%s", fault).isEqualTo(1);
          assertThat(target.posts(nameOf(action))).as("%s", fault).hasSize(1);
        });
  }

  @ParameterizedTest
  @EnumSource(value = Fault.class, mode = EnumSource.Mode.EXCLUDE, names = "HELD")
  void leavesAnUnsafeToolToTheOperator(Fault fault) {
    ApprovedAction action = loseAnswer("unsafe", fault);
    OutcomeEvent first = awaitEvent(action, event -> true);
    if (fault == Fault.RESET_AFTER_ANSWER && first.status() == OutcomeStatus.SUCCEEDED) {
      assertThat(target.posts(nameOf(action))).hasSize(1);
      return; // The answer was there before the reset: it counts.
    }
    assertThat(first.status()).isEqualTo(OutcomeStatus.UNKNOWN);
    assertThat(first.answer().advice()).contains("Do not use a new intentId", "person");

    CommandRun list = CommandRun.of(kafka, "unknown", "list");
    CommandRun run =
        CommandRun.of(
            kafka,
            "settle",
            action.key().value(),
            "--succeeded={\"id\":\"seen\"}",
            "--reference=ef_1",
            "--by=ann",
            "--reason=seen in the provider's list");

    assertThat(list.out()).contains(action.key().value(), "unsafe", "tenant=acme", "Waits for you");
    assertThat(list.out()).doesNotContain("149.00");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    OutcomeEvent end = awaitFinal(action);
    assertThat(end.answer().result()).isEqualTo("{\"id\":\"seen\"}");
    assertThat(end.answer().reference()).isEqualTo("ef_1");
    assertThat(end.history().settledBy()).isEqualTo("operator:ann");
    assertThat(end.history().settledReason()).isEqualTo("seen in the provider's list");
    assertThat(wire.told(action.intent().requestId()))
        .containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.SUCCEEDED);
    assertThat(target.posts(nameOf(action))).hasSize(1);
  }

  @Test
  void neverPostsAgainOnAnExpiredProviderKey() { // A14
    ApprovedAction action = loseAnswer("short_key", Fault.TIMEOUT);
    awaitEvent(action, event -> event.status() == OutcomeStatus.UNKNOWN);

    await()
        .during(Duration.ofSeconds(5))
        .atMost(PATIENCE)
        .until(() -> target.posts(nameOf(action)).size() == 1);
    assertThat(wire.told(action.intent().requestId())).containsExactly(OutcomeStatus.UNKNOWN);

    CommandRun run =
        CommandRun.of(
            kafka,
            "settle",
            action.key().value(),
            "--not-executed",
            "--reason=the provider says so");
    assertThat(run.exitCode()).isZero();
    OutcomeEvent end = awaitFinal(action);
    assertThat(end.status()).isEqualTo(OutcomeStatus.FAILED);
    assertThat(end.answer().errorCode()).isEqualTo("NOT_EXECUTED");
    assertThat(end.history().settledBy()).startsWith("operator:");
    assertThat(target.posts(nameOf(action))).hasSize(1);
  }

  @Test
  void looksUpOnAnExpiredProviderKeyWhenItCan() {
    ApprovedAction action = loseAnswer("short_key_lookup", Fault.TIMEOUT);

    OutcomeEvent end = awaitFinal(action);

    assertThat(end.status()).isEqualTo(OutcomeStatus.SUCCEEDED);
    assertThat(end.history().settledBy()).startsWith("lookup:");
    assertThat(target.posts(nameOf(action))).hasSize(1);
  }

  @Test
  void changesNothingForAKeyThatIsNotOpen() {
    ApprovedAction done = Approved.action("keyed", "done-before");
    wire.dispatch(done);
    awaitFinal(done);

    CommandRun run = CommandRun.of(kafka, "settle", done.key().value(), "--succeeded=null");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("nothing changed", "is not open", done.key().value());
    assertThat(wire.told(done.intent().requestId())).containsExactly(OutcomeStatus.SUCCEEDED);
  }

  @Test
  void namesTheLiveClaimWhenAnotherIsMeant() {
    ApprovedAction action = loseAnswer("unsafe", "wrong-claim", Fault.RESET);
    OutcomeEvent unknown = awaitEvent(action, event -> true);

    CommandRun run =
        CommandRun.of(
            kafka, "settle", action.key().value(), "--succeeded=null", "--claim=yesterdays");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .contains("nothing changed", "yesterdays", String.valueOf(unknown.history().claimId()));
    assertThat(wire.told(action.intent().requestId())).containsExactly(OutcomeStatus.UNKNOWN);
  }

  @Test
  void showsArgumentsOnlyWhenAsked() {
    ApprovedAction action = loseAnswer("unsafe", "confidential", Fault.CLOSE);
    awaitEvent(action, event -> true);

    CommandRun json = CommandRun.of(kafka, "unknown", "list", "--json");
    CommandRun shown = CommandRun.of(kafka, "unknown", "list", "--show-arguments");

    assertThat(json.out())
        .contains("\"key\":\"" + action.key() + "\"", "\"reason\":\"CONNECTION_LOST\"")
        .contains("\"tenant\":\"acme\"", "\"ageSeconds\":", "\"claimId\":", "\"advice\":")
        .doesNotContain("149.00");
    assertThat(shown.out()).contains("{\"name\":\"confidential\",\"amount\":149.00}");
  }

  private static ApprovedAction loseAnswer(String tool, Fault fault) {
    return loseAnswer(tool, tool + "-" + fault, fault);
  }

  /** For a closed keep-alive, an earlier request must have left its connection behind. */
  private static ApprovedAction loseAnswer(String tool, String name, Fault fault) {
    if (fault == Fault.CLOSE) {
      ApprovedAction before = Approved.action(tool, name + "-before");
      wire.dispatch(before);
      awaitFinal(before);
    }
    target.plan(name, fault);
    ApprovedAction action = Approved.action(tool, name);
    wire.dispatch(action);
    if (fault == Fault.CLOSE) {
      await().atMost(PATIENCE).until(() -> !target.posts(name).isEmpty());
      assertThat(target.posts(name).get(0).numberOnConnection()).isGreaterThan(1);
    }
    return action;
  }

  private static void assertToldDoubtThenSuccess(ApprovedAction action, Fault fault) {
    List<OutcomeStatus> told = wire.told(action.intent().requestId());
    if (fault == Fault.RESET_AFTER_ANSWER && told.size() == 1) {
      assertThat(told).containsExactly(OutcomeStatus.SUCCEEDED);
      return; // The answer was read before the reset.
    }
    assertThat(told).containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.SUCCEEDED);
  }

  private static String nameOf(ApprovedAction action) {
    return String.valueOf(action.intent().intentId());
  }

  private static OutcomeEvent awaitFinal(ApprovedAction action) {
    return awaitEvent(action, event -> event.status().isFinal());
  }

  private static OutcomeEvent awaitEvent(ApprovedAction action, Predicate<OutcomeEvent> wanted) {
    return wire.awaitOutcome(action.intent().requestId(), wanted);
  }
}
