package dev.actonce.lab.chaos;

import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeEvent.Publisher;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.lab.demo.Charge;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Compares what the agents wanted, what they were told, what the outcomes topic says, and what the
 * provider has in its book. Pure.
 *
 * <p>In a run every key is remembered to the end, so it may succeed in one generation only, and one
 * effect per action is the most there may be.
 *
 * @param violations counts that must all be zero
 * @param effects charges in the book
 * @param admitted generations that were admitted, as far as outcomes tell
 * @param blocked publishes that were answered as duplicates
 * @param classes by safety class
 * @param suspects orders and requests behind the violations, for people
 */
record Audit(
    Violations violations,
    int effects,
    int admitted,
    int blocked,
    Map<SafetyClass, OfClass> classes,
    List<String> suspects) {

  /**
   * Broken promises.
   *
   * @param escapedDuplicates charges beyond one per action, or for what nobody wanted
   * @param missingEffects actions that succeeded, or never failed, without a charge
   * @param unresolved publishes without a final outcome
   * @param contradicted generations with two different ends, or that failed and yet were charged
   * @param repeatedEnds final outcomes of an executor beyond one per generation
   * @param refused publishes that were answered with CONFLICT or REJECTED; none deserved it
   */
  record Violations(
      int escapedDuplicates,
      int missingEffects,
      int unresolved,
      int contradicted,
      int repeatedEnds,
      int refused) {
    /** Whether every promise was kept. */
    boolean isNone() {
      return escapedDuplicates == 0
          && missingEffects == 0
          && unresolved == 0
          && contradicted == 0
          && repeatedEnds == 0
          && refused == 0;
    }
  }

  /**
   * Counts of one safety class.
   *
   * @param intents actions
   * @param effects charges
   * @param succeeded generations that succeeded
   * @param failed generations that failed
   * @param doubts generations of which agents were told UNKNOWN
   */
  record OfClass(int intents, int effects, int succeeded, int failed, int doubts) {
    static final OfClass NONE = new OfClass(0, 0, 0, 0, 0);

    OfClass plus(OfClass other) {
      return new OfClass(
          intents + other.intents,
          effects + other.effects,
          succeeded + other.succeeded,
          failed + other.failed,
          doubts + other.doubts);
    }
  }

  /** What is compared. */
  record Evidence(
      List<Traffic.Action> wanted,
      List<Answers.Told> told,
      Map<String, IdempotencyKey> keys,
      List<OutcomeEvent> outcomes,
      List<Charge> charges) {}

  /** Share of duplicates among all that was decided. */
  double dar() {
    return admitted + blocked == 0 ? 0 : (double) blocked / (admitted + blocked);
  }

  static Audit of(Evidence evidence) {
    return new Auditor(evidence).audit();
  }

  /** Goes through the evidence. One use. */
  private static final class Auditor {
    private static final Set<OutcomeStatus> BLOCKED =
        Set.of(OutcomeStatus.ALREADY_DONE, OutcomeStatus.IN_PROGRESS, OutcomeStatus.UNKNOWN);

    private final Evidence evidence;
    private final List<String> suspects = new ArrayList<>();
    private final Map<String, Integer> charges = new HashMap<>();
    private final Map<IdempotencyKey, Map<Integer, Ends>> ends = new LinkedHashMap<>();
    private final Map<SafetyClass, OfClass> classes = new EnumMap<>(SafetyClass.class);
    private int escaped;
    private int missing;
    private int contradicted;
    private int repeated;

    /** What the outcomes say of one generation. */
    private static final class Ends {
      private final Set<OutcomeStatus> statuses = new TreeSet<>();
      private int byExecutor;
      private boolean doubted;

      boolean succeeded() {
        return statuses.contains(OutcomeStatus.SUCCEEDED);
      }

      boolean failed() {
        return statuses.contains(OutcomeStatus.FAILED);
      }
    }

    Auditor(Evidence evidence) {
      this.evidence = evidence;
    }

    Audit audit() {
      evidence
          .charges()
          .forEach(c -> charges.merge(String.valueOf(c.purchase().invoice()), 1, Integer::sum));
      evidence.outcomes().forEach(this::note);
      ends.forEach((key, generations) -> generations.forEach((g, e) -> check(key, g, e)));
      evidence.wanted().forEach(this::check);
      charges.forEach((order, count) -> escape(count, order + " was charged, but not wanted"));
      int admitted = ends.values().stream().mapToInt(Map::size).sum();
      Violations violations =
          new Violations(
              escaped,
              missing,
              told(null, "has no final outcome"),
              contradicted,
              repeated,
              told(OutcomeStatus.CONFLICT, "was refused")
                  + told(OutcomeStatus.REJECTED, "was refused"));
      return new Audit(
          violations,
          evidence.charges().size(),
          admitted,
          blocked(),
          Map.copyOf(classes),
          List.copyOf(suspects));
    }

    private void note(OutcomeEvent event) {
      IdempotencyKey key = event.key();
      if (key == null || event.generation() == 0) {
        return;
      }
      Ends of =
          ends.computeIfAbsent(key, k -> new LinkedHashMap<>())
              .computeIfAbsent(event.generation(), g -> new Ends());
      of.doubted |= event.status() == OutcomeStatus.UNKNOWN;
      switch (event.status()) {
        case SUCCEEDED, ALREADY_DONE -> of.statuses.add(OutcomeStatus.SUCCEEDED);
        case FAILED -> of.statuses.add(OutcomeStatus.FAILED);
        case UNKNOWN, IN_PROGRESS, CONFLICT, REJECTED -> {}
      }
      if (event.publisher() == Publisher.EXECUTOR && event.status().isFinal()) {
        of.byExecutor++;
      }
    }

    private void check(IdempotencyKey key, int generation, Ends of) {
      if (of.statuses.size() > 1) {
        contradicted++;
        suspects.add(key + "/" + generation + " ended as " + of.statuses);
      }
      if (of.byExecutor > 1) {
        repeated += of.byExecutor - 1;
        suspects.add(key + "/" + generation + " ended " + of.byExecutor + " times");
      }
    }

    private void check(Traffic.Action action) {
      IdempotencyKey key = evidence.keys().get(action.order());
      Map<Integer, Ends> generations = key == null ? Map.of() : ends.getOrDefault(key, Map.of());
      int made = Math.max(0, charges.getOrDefault(action.order(), 0));
      charges.remove(action.order());
      int succeeded = count(generations, Ends::succeeded);
      int failed = count(generations, Ends::failed);
      if (action.tool() == SafetyClass.READ_ONLY) {
        escape(made, action.order() + " only reads, but was charged");
      } else {
        escape(made - 1, action.order() + " was charged " + made + " times, key=" + key);
        boolean everFailed = failed > 0;
        if (made == 0 && (succeeded > 0 || !everFailed)) {
          missing++;
          suspects.add(action.order() + " was not charged, key=" + key);
        }
        if (made > 0 && succeeded == 0 && everFailed) {
          contradicted++;
          suspects.add(action.order() + " failed, but was charged, key=" + key);
        }
      }
      classes.merge(
          action.tool(),
          new OfClass(1, made, succeeded, failed, count(generations, e -> e.doubted)),
          OfClass::plus);
    }

    private void escape(int count, String what) {
      if (count > 0) {
        escaped += count;
        suspects.add(what);
      }
    }

    private static int count(Map<Integer, Ends> generations, Predicate<Ends> which) {
      return Math.toIntExact(generations.values().stream().filter(which).count());
    }

    private int told(@Nullable OutcomeStatus status, String what) {
      List<Answers.Told> found =
          evidence.told().stream().filter(told -> told.status() == status).toList();
      found.forEach(
          told ->
              suspects.add(told.action().order() + " requestId=" + told.requestId() + " " + what));
      return found.size();
    }

    private int blocked() {
      return evidence.outcomes().stream()
          .filter(event -> event.publisher() == Publisher.GATE)
          .filter(event -> BLOCKED.contains(event.status()))
          .map(event -> event.about().requestId())
          .collect(Collectors.toCollection(HashSet::new))
          .size();
    }
  }
}
