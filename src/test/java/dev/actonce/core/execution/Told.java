package dev.actonce.core.execution;

import dev.actonce.core.outcome.OutcomeEvent;

/** What agents are told by a decision, in short. */
final class Told {
  private Told() {}

  static String status(Decision decision) {
    OutcomeEvent told = decision.outcome();
    return told == null ? "nothing" : (told.status() + " " + told.answer().errorCode());
  }
}
