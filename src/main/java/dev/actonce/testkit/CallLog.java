package dev.actonce.testkit;

import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.executor.ExecutorListener;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Every call and look-up of the suite's executor. A suite makes some dozens. Thread-safe. */
final class CallLog implements ExecutorListener {
  private record Entry(String arguments, ToolCall call) {}

  private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();

  @Override
  public void returned(Claim claim, ActionResult result, Duration took) {
    add(claim, ToolCall.of(claim.action().providerKey(), claim.action().generation(), result));
  }

  @Override
  public void lookedUp(Claim claim, LookupResult result, Duration took) {
    add(claim, ToolCall.of(claim.action().providerKey(), claim.action().generation(), result));
  }

  /** Calls for actions whose arguments contain the id, oldest first. */
  List<ToolCall> of(String id) {
    return entries.stream()
        .filter(entry -> entry.arguments().contains(id))
        .map(Entry::call)
        .toList();
  }

  private void add(Claim claim, ToolCall call) {
    entries.add(new Entry(claim.action().intent().arguments(), call));
  }
}
