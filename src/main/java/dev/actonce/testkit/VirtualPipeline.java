package dev.actonce.testkit;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.Decision;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Gate;
import dev.actonce.core.gate.KeyState;
import dev.actonce.core.gate.KeyUpdate;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.tool.ActionHandler;
import dev.actonce.tool.GuardedHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of gate and executor on a clock that the row moves, with the tool's real handler,
 * real requests and the real target. Real: key derivation, every decision, each call and look-up.
 * Virtual: the time that arrivals, claims and retries are judged by. Left out: Kafka, which the
 * other rows run on. Confined to the suite's thread.
 */
final class VirtualPipeline {
  private static final Duration LEASE =
      ContractPipeline.SESSION_TIMEOUT.multipliedBy(4).dividedBy(5);
  private static final double JITTER = 0.5;
  private static final int MAX_STEPS = 20;

  private final ToolPolicy policy;
  private final GuardedHandler handler;
  private final ExecutionMachine machine = new ExecutionMachine(LEASE);
  private final Map<String, KeyState> states = new HashMap<>();
  private final Map<String, Decision> open = new HashMap<>();
  private final List<ToolCall> calls = new ArrayList<>();
  private Instant now;
  private long offset;

  VirtualPipeline(ToolPolicy policy, ActionHandler handler, Instant start) {
    this.policy = policy;
    this.handler = new GuardedHandler(handler, policy.execution().callTimeout());
    this.now = start;
  }

  Instant now() {
    return now;
  }

  void moveTo(Instant later) {
    now = later;
  }

  /** Calls and look-ups so far. */
  List<ToolCall> calls() {
    return List.copyOf(calls);
  }

  /** When the key was last seen, from which its horizon counts. */
  Instant lastSeen(String key) {
    KeyState state = states.getOrDefault(key, KeyState.NONE);
    if (state.memory() == null) {
      throw new IllegalStateException("the first try has not ended: " + state);
    }
    return state.memory().seen().lastSeenAt();
  }

  /** How long this intent's key is remembered. */
  Duration horizon(ActionIntent intent) {
    return policy.horizon(derive(intent).kind());
  }

  /**
   * The intent arrives now; if it is admitted, its first call is made.
   *
   * @return what the agent is told at once; after a first call, what the executor tells
   */
  Try publish(ActionIntent intent) {
    Derivation.Derived derived = derive(intent);
    String key = derived.key().value();
    Arrival arrival = new Arrival(intent, derived, now);
    Verdict verdict = Gate.decide(arrival, states.getOrDefault(key, KeyState.NONE), policy);
    states.put(key, verdict.next());
    if (verdict.dispatch() == null) {
      return new Try(key, verdict.outcome());
    }
    return new Try(key, begin(verdict.dispatch()));
  }

  /**
   * Goes on with an action in doubt for as long as something is to be done, moving the clock to
   * each step's time.
   *
   * @return what the executor told last; null if nothing new
   */
  @Nullable OutcomeEvent goOn(String key) {
    @Nullable OutcomeEvent told = null;
    for (int step = 0; step < MAX_STEPS; step++) {
      Decision decision = open.get(key);
      if (decision == null || decision.next().awaitsSettlement()) {
        return told;
      }
      OutcomeEvent news = take(key, decision);
      told = news == null ? told : news;
    }
    return told;
  }

  private @Nullable OutcomeEvent begin(ApprovedAction action) {
    offset++;
    Claim claim =
        Claim.fresh(action, "claim-" + offset, "contract", Claim.Terms.of(policy), now, offset);
    return take(action.key().value(), machine.begin(claim, policy, now));
  }

  /** Takes a decision's next step and decides again. */
  private @Nullable OutcomeEvent take(String key, Decision decision) {
    decision.next().due().ifPresent(due -> now = later(due));
    Decision next =
        decision
            .next()
            .match(
                call -> callUnlessLate(decision.claim()),
                lookUp -> lookUp(decision.claim()),
                await -> decision,
                finished -> decision);
    return apply(key, next);
  }

  private Decision callUnlessLate(Claim claim) {
    Decision checked = machine.recheck(claim, policy, now);
    return checked.next().isCallDue(now) ? call(checked.claim()) : checked;
  }

  private @Nullable OutcomeEvent apply(String key, Decision decision) {
    if (decision.isFinished()) {
      open.remove(key);
    } else {
      open.put(key, decision);
    }
    OutcomeEvent event = decision.outcome();
    if (event != null) {
      KeyState state = states.getOrDefault(key, KeyState.NONE);
      states.put(key, KeyUpdate.apply(event, state, policy, now).next());
    }
    return event;
  }

  private Decision call(Claim claim) {
    ActionResult result = handler.execute(claim);
    calls.add(ToolCall.of(claim.action().providerKey(), claim.action().generation(), result));
    return machine.onResult(claim, policy, result, now, JITTER);
  }

  private Decision lookUp(Claim claim) {
    LookupResult result = handler.lookUp(claim);
    calls.add(ToolCall.of(claim.action().providerKey(), claim.action().generation(), result));
    return machine.onLookup(claim, policy, result, now, JITTER);
  }

  private Instant later(Instant notBefore) {
    return notBefore.isAfter(now) ? notBefore : now;
  }

  private Derivation.Derived derive(ActionIntent intent) {
    return KeyDeriver.derive(intent, policy.key())
        .match(
            derived -> derived,
            none -> {
              throw ToolContract.invalid(intent.action(), none.code() + ": " + none.message());
            });
  }
}
