package dev.actonce.topology;

import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells what ended a doubt. */
final class DoubtEnd {
  private DoubtEnd() {}

  /** What can end a doubt. */
  enum Source {
    /** The same call, made again. */
    RETRY,
    /** The provider, asked afterwards. */
    LOOKUP,
    /** An executor that lost its partition while the answer was on its way. */
    EVIDENCE,
    /** A person. */
    OPERATOR,
    /** What a later version may write. */
    OTHER
  }

  /**
   * What settled the action; empty if it was never in doubt.
   *
   * @param last its final outcome
   * @param open the key before it
   */
  static Optional<Source> settledBy(OutcomeEvent last, OpenEntry open) {
    @Nullable String settledBy = last.history().settledBy();
    if (settledBy == null) {
      // Agents were told UNKNOWN, then it was proven that nothing had happened, and it ran again.
      return open.doubt() == null ? Optional.empty() : Optional.of(Source.RETRY);
    }
    String name = settledBy.replaceFirst(":.*", "").toUpperCase(Locale.ROOT);
    return Optional.of(
        Arrays.stream(Source.values())
            .filter(source -> source.name().equals(name))
            .findFirst()
            .orElse(Source.OTHER));
  }
}
