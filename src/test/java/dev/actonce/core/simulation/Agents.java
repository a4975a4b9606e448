package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.KeyKind;
import dev.actonce.core.Scope;
import dev.actonce.core.gate.Gate;
import dev.actonce.core.key.Derivation.Derived;
import dev.actonce.core.key.KeyDeriver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Agents that wish for actions, and publish every wish once, several times, late, or too late. */
final class Agents {
  /** Label of a wish with {@code issuedAt}: it must never be performed twice. */
  static final String WISH = "wish";

  /** Label of the arguments' meaning, however they are written. */
  static final String PAYLOAD = "payload";

  private static final int FIRST_S = 60;
  private static final int LATE_S = 300;
  private static final int EDGE_TRIES = 12;
  private static final Duration EDGE_PAUSE = Duration.ofSeconds(20);
  private static final List<String> SPELLINGS =
      List.of("{\"amount\":149}", "{\"amount\":149.0}", "{\"amount\":1.49e2}");

  /** One action as it is meant. */
  private record Action(SimulatedTool tool, @Nullable String intentId, String toolCallId) {}

  /** One decision of an agent to have an action performed. */
  private record Wish(String id, @Nullable Instant issuedAt, @Nullable Instant deadline) {}

  private final Timeline time;
  private final Topics topics;
  private final Runnable wakeUp;
  private int wishes;
  private int publishes;

  Agents(Topics topics, Runnable wakeUp) {
    this.time = topics.time();
    this.topics = topics;
    this.wakeUp = wakeUp;
  }

  /** Plans everything that will be published. */
  void plan() {
    SimulatedTool[] tools = SimulatedTool.values();
    int actions = 1 + time.below(3);
    for (int i = 0; i < actions; i++) {
      SimulatedTool tool = tools[time.below(tools.length)];
      String intentId = time.chance(2) ? "intent-" + i : null;
      plan(new Action(tool, intentId, "call-" + i));
    }
    if (time.chance(2)) {
      planTooLate(new Action(tools[time.below(tools.length)], "intent-late", "call-late"));
    }
  }

  private void plan(Action action) {
    int firstS = time.below(FIRST_S);
    Wish wish = wish(action, Timeline.START.plusSeconds(firstS), time.chance(2));
    time.after(Duration.ofSeconds(firstS), () -> publish(action, wish));
    int copies = time.below(4);
    for (int i = 0; i < copies; i++) {
      int afterS = time.chance(3) ? time.below(LATE_S) : time.below(20);
      time.after(Duration.ofSeconds(firstS + afterS), () -> publish(action, wish));
    }
    if (time.chance(20)) {
      loop(action, wish, firstS);
    }
    if (time.chance(2)) {
      int pastMs = time.below(3) - 1;
      time.after(
          Duration.ofSeconds(FIRST_S), () -> publishAtEdge(action, wish, pastMs, EDGE_TRIES));
    }
  }

  /** An agent that asks again and again. */
  private void loop(Action action, Wish wish, int firstS) {
    for (int i = 0; i < 14; i++) {
      time.after(Duration.ofSeconds(firstS + 2L * i), () -> publish(action, wish));
    }
  }

  /** A wish that arrives for the first time when it is as old as its horizon. */
  private void planTooLate(Action action) {
    int atS = time.below(LATE_S);
    Duration age = horizon(action).plusMillis(time.below(3) - 1);
    Instant issuedAt = Timeline.START.plusSeconds(atS).minus(age);
    Wish wish = new Wish("wish-late", issuedAt, null);
    time.after(Duration.ofSeconds(atS), () -> publish(action, wish));
  }

  private Wish wish(Action action, Instant at, boolean isIssued) {
    String id = "wish-" + ++wishes;
    Instant deadline = time.chance(10) ? at.plusSeconds(time.below(60)) : null;
    if (!isIssued) {
      return new Wish(id, null, deadline);
    }
    int skewMs = (int) skew(action).toMillis();
    int offsetMs = time.chance(3) ? skewMs : time.below(2 * skewMs + 1) - skewMs;
    if (time.chance(8)) {
      offsetMs = skewMs + 1 + time.below(90_000);
    }
    return new Wish(id, at.plusMillis(offsetMs), deadline);
  }

  /** Publishes so near to the end of the key's horizon, once it has begun. */
  private void publishAtEdge(Action action, Wish first, long pastMs, int tries) {
    Instant seen = topics.checker().lastSeenAfterSuccess(key(action));
    Instant due = seen == null ? null : seen.plus(horizon(action)).plusMillis(pastMs);
    if (due != null && due.equals(time.now())) {
      int choice = time.below(3);
      Wish wish = choice == 0 ? first : wish(action, time.now(), choice == 1);
      publish(action, wish);
    } else if (tries > 0) {
      Duration pause =
          due != null && due.isAfter(time.now()) ? Duration.between(time.now(), due) : EDGE_PAUSE;
      time.after(pause, () -> publishAtEdge(action, first, pastMs, tries - 1));
    }
  }

  private void publish(Action action, Wish wish) {
    boolean isOther = time.strikes(Fault.PAYLOAD_CHANGED);
    String arguments = isOther ? "{\"amount\":150}" : SPELLINGS.get(time.below(SPELLINGS.size()));
    ActionIntent intent = intent(action, wish, arguments, isOther ? "150" : "149");
    topics.checker().published(intent);
    boolean isMisplaced = time.strikes(Fault.INTENT_MISPLACED);
    int partition = time.below(Bounds.PARTITIONS);
    if (!isMisplaced
        && KeyDeriver.derive(intent, action.tool().policy().key()) instanceof Derived derived) {
      partition = Partition.of(derived.key());
    }
    topics.partitions().get(partition).intents.add(new Partition.Appended(intent, time.now()));
    wakeUp.run();
  }

  private ActionIntent intent(Action action, Wish wish, String arguments, String payload) {
    String run = "run-" + time.below(2);
    boolean lacksId = time.hasFaults() && time.chance(40);
    return ActionIntent.of(
            "request-" + ++publishes,
            new Scope("acme", "session-1", run, "agent"),
            action.tool().name(),
            arguments)
        .withIntentId(action.intentId())
        .withToolCallId(lacksId ? null : action.toolCallId())
        .withIssuedAt(wish.issuedAt())
        .withDeadline(wish.deadline())
        .withMetadata(
            wish.issuedAt() != null
                ? Map.of(WISH, wish.id(), PAYLOAD, payload)
                : Map.of(PAYLOAD, payload));
  }

  private String key(Action action) {
    ActionIntent intent =
        ActionIntent.of(
                "any",
                new Scope("acme", "session-1", null, "agent"),
                action.tool().name(),
                SPELLINGS.get(0))
            .withIntentId(action.intentId())
            .withToolCallId(action.toolCallId());
    Derived derived = (Derived) KeyDeriver.derive(intent, action.tool().policy().key());
    return derived.key().value();
  }

  private static Duration horizon(Action action) {
    return action.tool().policy().horizon(kind(action));
  }

  private static KeyKind kind(Action action) {
    return switch (action.tool().policy().key().choice()) {
      case TOOL_CALL -> KeyKind.TOOL_CALL;
      case FINGERPRINT -> KeyKind.FINGERPRINT;
      case INTENT -> KeyKind.INTENT;
      case AUTO -> action.intentId() == null ? KeyKind.FINGERPRINT : KeyKind.INTENT;
    };
  }

  /** A declared limit: how far an agent's clock may run ahead. */
  static Duration skew(Duration horizon) {
    Duration half = horizon.dividedBy(2);
    return half.compareTo(Gate.MAX_SKEW) < 0 ? half : Gate.MAX_SKEW;
  }

  private static Duration skew(Action action) {
    return skew(horizon(action));
  }
}
