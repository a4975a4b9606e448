package dev.actonce.core.simulation;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.KeyKind;
import dev.actonce.core.gate.Arrival;
import dev.actonce.core.gate.Verdict;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.core.simulation.Partition.Source;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What the gate's verdicts must be, from what was committed before: a model of its own. */
final class GateChecker {
  private static final List<Landmark> WINDOW_EDGES =
      List.of(Landmark.WINDOW_1_MS_BEFORE, Landmark.WINDOW_EXACTLY, Landmark.WINDOW_1_MS_AFTER);
  private static final List<Landmark> MEMORY_EDGES =
      List.of(Landmark.MEMORY_1_MS_BEFORE, Landmark.MEMORY_EXACTLY, Landmark.MEMORY_1_MS_AFTER);
  private static final List<Landmark> STALE_EDGES =
      List.of(Landmark.STALE_1_MS_BEFORE, Landmark.STALE_EXACTLY, Landmark.STALE_1_MS_AFTER);

  /** All that happened to one key. */
  private static final class History {
    private @Nullable Admission latest;
    private final Set<String> performed = new HashSet<>();
    private Instant lastSeenAt = Instant.MIN;

    void seen(Instant at) {
      lastSeenAt = at.isAfter(lastSeenAt) ? at : lastSeenAt;
    }

    boolean hasSucceeded() {
      return latest != null && latest.told == OutcomeStatus.SUCCEEDED;
    }
  }

  private final Coverage coverage;
  private final BiConsumer<Invariant, String> violate;
  private final Map<String, History> histories = new HashMap<>();
  private final Set<Source> admitted = new HashSet<>();

  GateChecker(Coverage coverage, BiConsumer<Invariant, String> violate) {
    this.coverage = coverage;
    this.violate = violate;
  }

  @Nullable Instant lastSeenAfterSuccess(String key) {
    @Nullable History history = histories.get(key);
    return history != null && history.hasSucceeded() ? history.lastSeenAt : null;
  }

  void decided(Source source, Arrival arrival, Verdict verdict) {
    coverage.reached(verdict.kind());
    coverage.reached(arrival.derived().kind());
    if (verdict.cause() != null) {
      coverage.reached(verdict.cause());
    }
    String key = arrival.derived().key().value();
    History history = histories.computeIfAbsent(key, any -> new History());
    edges(arrival, history);
    switch (verdict.kind()) {
      case ADMITTED -> admit(source, arrival, history);
      case ALREADY_DONE -> alreadyDone(arrival, history);
      case IN_PROGRESS, UNKNOWN -> open(arrival, history);
      case CONFLICT -> conflict(arrival, history);
      case REJECTED -> rejected(arrival, history, verdict);
    }
  }

  Admission admitted(ApprovedAction action) {
    History history = Objects.requireNonNull(histories.get(action.key().value()));
    Admission admission = new Admission(action);
    note(action.intent(), admission);
    history.latest = admission;
    if (action.generation() > 1) {
      coverage.reached(Landmark.NEXT_GENERATION);
    }
    return admission;
  }

  /** An executor told a final outcome, which the broker appended at this time. */
  void finished(Admission admission, Instant at) {
    History history = Objects.requireNonNull(histories.get(admission.id().key()));
    history.seen(at);
    if (admission.told == OutcomeStatus.SUCCEEDED) {
      history.performed.addAll(admission.wishes);
    }
  }

  private void admit(Source source, Arrival arrival, History history) {
    @Nullable Admission latest = history.latest;
    if (!admitted.add(source)) {
      violate.accept(Invariant.ADMITTED_ONCE, arrival.intent().requestId() + " of " + source);
    }
    if (latest != null && latest.told == null) {
      violate.accept(Invariant.WINDOW, "admitted while open: " + latest);
    }
    if (history.hasSucceeded() && pastHorizon(arrival, history).isNegative()) {
      violate.accept(Invariant.WINDOW, "admitted inside the horizon: " + latest);
    }
    @Nullable String wish = arrival.intent().metadata().get(Agents.WISH);
    if (wish != null && history.performed.contains(wish)) {
      violate.accept(Invariant.STALE_FENCE, wish + " was performed, and is admitted again");
    }
    if (latest == null && isOlderThanHorizon(arrival)) {
      violate.accept(Invariant.STALE_FENCE, "admitted although older than the horizon");
    }
    history.seen(arrival.arrivedAt());
  }

  private void alreadyDone(Arrival arrival, History history) {
    if (!history.hasSucceeded()) {
      violate.accept(Invariant.FINAL_STANDS, "ALREADY_DONE, but last is " + history.latest);
    } else if (!pastHorizon(arrival, history).isNegative()) {
      violate.accept(Invariant.WINDOW, "blocked past the horizon: " + history.latest);
    }
    blocked(arrival, history);
  }

  private void open(Arrival arrival, History history) {
    @Nullable Admission latest = history.latest;
    if (latest == null) {
      violate.accept(Invariant.DISPATCH_FIRST, "open, but nothing was admitted");
    } else {
      latest.waiter = arrival.intent().requestId();
    }
    blocked(arrival, history);
  }

  private void blocked(Arrival arrival, History history) {
    history.seen(arrival.arrivedAt());
    @Nullable Admission latest = history.latest;
    if (latest != null) {
      if (isWithinSkew(arrival)) {
        note(arrival.intent(), latest);
      }
      if (latest.told == OutcomeStatus.SUCCEEDED) {
        history.performed.addAll(latest.wishes);
      }
      if (!isSamePayload(arrival, latest)) {
        violate.accept(Invariant.SAME_PAYLOAD, "another payload is answered as " + latest);
      }
    }
  }

  private void conflict(Arrival arrival, History history) {
    @Nullable Admission latest = history.latest;
    if (latest == null || isSamePayload(arrival, latest)) {
      violate.accept(Invariant.SAME_PAYLOAD, "CONFLICT with the same payload: " + latest);
    }
  }

  private void rejected(Arrival arrival, History history, Verdict verdict) {
    String code = Objects.requireNonNull(verdict.outcome()).answer().errorCode();
    switch (Objects.requireNonNull(code)) {
      case "DEADLINE_PASSED" -> coverage.reached(Landmark.REFUSED_BY_DEADLINE);
      case "ISSUED_IN_FUTURE" -> coverage.reached(Landmark.REFUSED_AS_FROM_THE_FUTURE);
      default -> stale(arrival, history);
    }
  }

  /** A new wish must not be refused: neither old, nor issued before the key was last seen. */
  private void stale(Arrival arrival, History history) {
    boolean isOld = isOlderThanHorizon(arrival);
    coverage.reached(isOld ? Landmark.STALE_BY_AGE : Landmark.STALE_BY_REMEMBERED_SUCCESS);
    Instant issuedAt = Objects.requireNonNull(arrival.intent().issuedAt());
    Duration skew = Agents.skew(horizon(arrival));
    boolean mayHaveRun = history.latest != null && !issuedAt.isAfter(history.lastSeenAt.plus(skew));
    if (!isOld && !mayHaveRun) {
      violate.accept(Invariant.STALE_FENCE, "refused a new wish issued at " + issuedAt);
    }
  }

  private void edges(Arrival arrival, History history) {
    if (history.hasSucceeded()) {
      boolean isWindow = arrival.derived().kind() == KeyKind.FINGERPRINT;
      reached(isWindow ? WINDOW_EDGES : MEMORY_EDGES, pastHorizon(arrival, history));
    }
    Instant issuedAt = arrival.intent().issuedAt();
    if (history.latest == null && issuedAt != null) {
      Duration past = Duration.between(issuedAt, arrival.arrivedAt()).minus(horizon(arrival));
      reached(STALE_EDGES, past);
    }
  }

  private void reached(List<Landmark> edges, Duration past) {
    long ms = past.toMillis();
    if (Math.abs(ms) <= 1) {
      coverage.reached(edges.get(1 + (int) ms));
    }
  }

  private static void note(ActionIntent intent, Admission admission) {
    @Nullable String wish = intent.metadata().get(Agents.WISH);
    if (wish != null) {
      admission.wishes.add(wish);
    }
  }

  /** A declared limit; what lies beyond is refused, unless it is a duplicate. */
  private static boolean isWithinSkew(Arrival arrival) {
    Instant issuedAt = arrival.intent().issuedAt();
    Duration skew = Agents.skew(horizon(arrival));
    return issuedAt == null || !issuedAt.isAfter(arrival.arrivedAt().plus(skew));
  }

  private static boolean isSamePayload(Arrival arrival, Admission admission) {
    String payload = arrival.intent().metadata().get(Agents.PAYLOAD);
    return Objects.equals(payload, admission.action.intent().metadata().get(Agents.PAYLOAD));
  }

  private static boolean isOlderThanHorizon(Arrival arrival) {
    Instant issuedAt = arrival.intent().issuedAt();
    return issuedAt != null && issuedAt.isBefore(arrival.arrivedAt().minus(horizon(arrival)));
  }

  private static Duration pastHorizon(Arrival arrival, History history) {
    return Duration.between(history.lastSeenAt, arrival.arrivedAt()).minus(horizon(arrival));
  }

  private static Duration horizon(Arrival arrival) {
    return SimulatedTool.of(arrival.intent().action()).policy().horizon(arrival.derived().kind());
  }
}
