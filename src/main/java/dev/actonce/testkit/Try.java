package dev.actonce.testkit;

import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import org.jspecify.annotations.Nullable;

/**
 * One publish of an agent, and what it was told in the end.
 *
 * @param key idempotency key of the intent
 * @param event the last event that it was told; null if none came
 */
record Try(String key, @Nullable OutcomeEvent event) {
  @Nullable OutcomeStatus status() {
    return event == null ? null : event.status();
  }

  boolean was(OutcomeStatus... expected) {
    for (OutcomeStatus status : expected) {
      if (status == status()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public String toString() {
    if (event == null) {
      return "key " + key + ": no outcome";
    }
    String code = event.answer().errorCode();
    return "key "
        + key
        + ", generation "
        + event.generation()
        + ": "
        + event.status()
        + (code == null ? "" : " " + code);
  }
}
