package dev.actonce.executor;

import dev.actonce.core.execution.Next;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * When each live claim takes its next step. A step that a settlement or a call has overtaken is
 * passed over. Confined to the poll thread.
 */
final class Agenda {
  private record Step(Instant due, Execution execution, Next next) {}

  private final Function<Execution, @Nullable Execution> live;
  private final PriorityQueue<Step> steps = new PriorityQueue<>(Comparator.comparing(Step::due));

  /**
   * An empty agenda.
   *
   * @param live what stands for the key of an execution now
   */
  Agenda(Function<Execution, @Nullable Execution> live) {
    this.live = live;
  }

  /** Plans the next step, if it has a time. */
  void add(Execution execution) {
    Next next = execution.next();
    next.due().ifPresent(due -> steps.add(new Step(due, execution, next)));
  }

  /** Takes the step that is due first; null when none is due. */
  @Nullable Execution poll(Instant now) {
    while (isDue(now)) {
      Step step = steps.remove();
      if (!isObsolete(step)) {
        return step.execution();
      }
    }
    return null;
  }

  /** What is due. */
  List<Execution> due(Instant now) {
    return steps.stream()
        .filter(step -> !step.due().isAfter(now) && !isObsolete(step))
        .map(Step::execution)
        .toList();
  }

  boolean isDue(Instant now) {
    Step first = steps.peek();
    return first != null && !first.due().isAfter(now);
  }

  /** When the next step is due; null when there is none. */
  @Nullable Instant next() {
    Step first = steps.peek();
    return first == null ? null : first.due();
  }

  void drop(Collection<Integer> partitions) {
    steps.removeIf(step -> partitions.contains(step.execution().partition()));
  }

  private boolean isObsolete(Step step) {
    return step.execution().isRunning()
        || live.apply(step.execution()) != step.execution()
        || step.execution().next() != step.next();
  }
}
