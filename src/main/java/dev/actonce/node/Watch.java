package dev.actonce.node;

import dev.actonce.metrics.Health;

/** Looks at one part of the process, when somebody asks. */
interface Watch {
  /** Brings what is shown of it up to date. Called under the metrics' lock. */
  void refresh();

  /** How it is. Answers at once, on any thread, also while another refreshes. */
  Health.Part health();

  /** A part that is about to start. */
  record Starting(String part) implements Watch {
    @Override
    public void refresh() {}

    @Override
    public Health.Part health() {
      return new Health.Part(part, true, false, "starts");
    }
  }
}
