package dev.actonce.lab.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which faults really happened, and which did not and why. Thread-safe. */
final class FaultLog {
  private final Map<FaultKind, Integer> fired = new EnumMap<>(FaultKind.class);
  private final List<String> misfires = new ArrayList<>();
  private @Nullable Duration longestRestore;

  synchronized void fired(FaultKind kind) {
    fired.merge(kind, 1, Integer::sum);
  }

  synchronized void misfired(FaultSchedule.Fault fault, Exception why) {
    misfires.add(fault.kind().label() + " planned at " + fault.at() + ": " + why.getMessage());
  }

  /** A gate had lost its state and serves again. */
  synchronized void restored(Duration took) {
    longestRestore =
        longestRestore == null || took.compareTo(longestRestore) > 0 ? took : longestRestore;
  }

  synchronized Map<FaultKind, Integer> fired() {
    return new EnumMap<>(fired);
  }

  synchronized List<String> misfires() {
    return List.copyOf(misfires);
  }

  synchronized Optional<Duration> longestRestore() {
    return Optional.ofNullable(longestRestore);
  }
}
