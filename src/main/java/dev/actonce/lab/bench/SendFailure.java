package dev.actonce.lab.bench;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;

/** What a load says when the broker does not take a record. */
final class SendFailure {
  private SendFailure() {}

  static ActOnceException of(String topic, Exception error) {
    return new ActOnceException(
        ErrorCode.BROKER_UNAVAILABLE,
        "a record was not written to "
            + topic
            + ": "
            + error
            + "; see whether the broker runs, has disk space, and keeps up",
        error);
  }
}
