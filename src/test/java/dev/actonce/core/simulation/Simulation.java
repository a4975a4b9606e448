package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One seeded run of agents, gate, two executors, operator and target over one partition. */
final class Simulation {
  private static final Duration FAULTS_END = Duration.ofMinutes(3);
  private static final Duration LIMIT = Duration.ofHours(3);
  private static final int MAX_EVENTS = 20_000;
  private static final int TURN_MS = 700;
  private static final Duration SURE = Bounds.LEASE.plus(Bounds.CALL_TIMEOUT).multipliedBy(2);

  private final Timeline time;
  private final Checker checker = new Checker();
  private final Topics topics;
  private final GateActor gate;
  private final GateActor standby;
  private final List<ExecutorActor> executors;
  private boolean isGateTicking;
  private boolean isExecutorTicking;
  private int owner;
  private int publishes;
  private int events;

  Simulation(long seed, Mutant mutant) {
    this.time = new Timeline(seed, FAULTS_END);
    this.topics = new Topics(checker, mutant);
    Target target = new Target(time, checker);
    this.gate = new GateActor(time, topics, checker, mutant);
    this.standby = new GateActor(time, topics, checker, mutant);
    this.executors =
        Stream.of("worker-1", "worker-2")
            .map(name -> new ExecutorActor(name, time, topics, target, mutant))
            .toList();
  }

  /** Runs to the end; returns how many events it took. */
  int run() {
    List<SimulatedTool> tools = List.of(SimulatedTool.values());
    int actions = 1 + time.below(3);
    for (int i = 0; i < actions; i++) {
      plan("intent-" + i, tools.get(time.below(tools.size())));
    }
    gate.start();
    executors.get(0).takeOver();
    isGateTicking = true;
    isExecutorTicking = true;
    gateTurn(gate, standby);
    executorTurn();
    while (events < MAX_EVENTS && time.step(LIMIT)) {
      events++;
      checker.check();
    }
    checker.checkEnd(topics);
    return events;
  }

  /** How often each status was told. */
  Map<OutcomeStatus, Integer> tally() {
    return checker.tally();
  }

  private void plan(String intentId, SimulatedTool tool) {
    Instant wishedAt = time.chance(2) ? Timeline.START : null;
    int copies = 1 + time.below(4);
    for (int i = 0; i < copies; i++) {
      boolean isLate = i > 0 && time.chance(3);
      int atSeconds = isLate ? 60 + time.below(900) : time.below(60);
      int run = time.below(2);
      time.after(
          Duration.ofSeconds(atSeconds), () -> publish(intentId, tool, "run-" + run, wishedAt));
    }
  }

  private void publish(
      String intentId, SimulatedTool tool, String run, @Nullable Instant wishedAt) {
    String requestId = "request-" + ++publishes;
    ActionIntent intent =
        new ActionIntent(
            requestId,
            new Scope("acme", "session-1", run, "agent"),
            tool.name(),
            intentId,
            "call-" + run,
            time.chance(12) ? "{\"amount\":150}" : "{\"amount\":149}",
            wishedAt,
            null,
            Map.of());
    topics.intents.add(new Topics.Appended(intent, time.now()));
    checker.published(intent);
    wakeUp();
  }

  private void wakeUp() {
    if (!isGateTicking) {
      isGateTicking = true;
      time.afterMillis(1, () -> gateTurn(gate, standby));
    }
    if (!isExecutorTicking) {
      isExecutorTicking = true;
      time.afterMillis(2, this::executorTurn);
    }
  }

  /** A failed gate is replaced; the replaced one may still try to commit. */
  private void gateTurn(GateActor active, GateActor next) {
    if (time.strikes(15)) {
      next.start();
      if (active.hasWork()) {
        active.turn();
      }
      gateLater(next, active);
      return;
    }
    if (active.hasWork() && !active.turn()) {
      active.start();
    }
    gateLater(active, next);
  }

  private void gateLater(GateActor active, GateActor next) {
    if (isBusy()) {
      time.afterMillis(1 + time.below(TURN_MS), () -> gateTurn(active, next));
    } else {
      isGateTicking = false;
    }
  }

  private boolean isBusy() {
    return !topics.claims.isEmpty()
        || topics.intentsRead < topics.intents.size()
        || topics.outcomesRead < topics.outcomes.size()
        || topics.dispatchRead < topics.dispatch.size()
        || topics.settlementsRead < topics.settlements.size();
  }

  private void executorTurn() {
    operate();
    ExecutorActor active = executors.get(owner);
    ExecutorActor other = executors.get(1 - owner);
    other.drainAsEvidence();
    if (time.strikes(30)) {
      pause(active, other);
    } else {
      active.prepare(0);
      finishTurn(active, other);
    }
    executorLater();
  }

  private void executorLater() {
    if (isBusy()) {
      int pauseMs = time.hasFaults() ? TURN_MS : 5_000;
      time.afterMillis(1 + time.below(pauseMs), this::executorTurn);
    } else {
      isExecutorTicking = false;
    }
  }

  private void finishTurn(ExecutorActor active, ExecutorActor other) {
    if (time.strikes(25)) {
      active.crash();
      moveTo(time.chance(2) ? active : other);
      return;
    }
    if (time.strikes(25) || !active.commit()) {
      active.drop();
      moveTo(time.chance(2) ? active : other);
      return;
    }
    if (time.strikes(25)) {
      active.crash();
      moveTo(time.chance(2) ? active : other);
    } else if (time.strikes(25)) {
      active.park();
      if (active.commit()) {
        active.drop();
      }
      moveTo(other);
    }
  }

  /** A zombie: its calls start late, the other one takes over, then it tries to commit. */
  private void pause(ExecutorActor active, ExecutorActor other) {
    active.prepare(time.below((int) Bounds.LEASE.toMillis()));
    moveTo(other);
    time.after(
        Bounds.LEASE,
        () -> {
          if (executors.get(owner) != active && (!active.isOwner() || !active.commit())) {
            active.drop();
          }
        });
  }

  private void moveTo(ExecutorActor next) {
    owner = executors.indexOf(next);
    next.takeOver();
  }

  /** Settles doubts of unsafe tools by the truth, once no call can be under way any more. */
  private void operate() {
    if (!time.chance(4)) {
      return;
    }
    for (Claim claim : List.copyOf(topics.claims.values())) {
      Instant since = claim.progress().unknownSince();
      boolean isSure = since != null && time.now().isAfter(since.plus(SURE));
      boolean hasEffect = checker.effects(claim.action()) > 0;
      boolean isUnsafe = claim.terms().safety() == SafetyClass.UNSAFE;
      if (isSure && (isUnsafe || (hasEffect && time.chance(4)))) {
        settle(claim, hasEffect);
      }
    }
  }

  private void settle(Claim claim, boolean hasEffect) {
    topics.settlements.add(
        new Settlement(
            claim.key(),
            time.strikes(5) ? "claim-of-yesterday" : claim.claimId(),
            hasEffect ? Settlement.Verdict.SUCCEEDED : Settlement.Verdict.NOT_EXECUTED,
            hasEffect ? "{}" : null,
            null,
            Settlement.Source.OPERATOR,
            "ann",
            "seen in the dashboard",
            time.now()));
  }
}
