package dev.actonce.testkit;

import java.util.Locale;

/** What a {@link FaultProxy} does to one exchange of request and answer. */
public enum Fault {
  /** Nothing: the answer is handed on. */
  PASS,
  /** The target never sees the request; the connection is closed. No effect. */
  DROP_REQUEST,
  /** The target has answered; the connection is closed instead. */
  DROP_RESPONSE,
  /** The target has answered; the answer is handed on after a delay. */
  DELAY,
  /** The target has answered; half of the answer's body is handed on, then the end. */
  CUT_BODY,
  /** The target has answered; the connection is reset (RST) instead. */
  RESET,
  /** The target has answered; a server error of a broken middle man is handed on instead. */
  SERVER_ERROR;

  /** As plans write it: lower case. */
  public String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the target sees the request, so that the effect may happen. */
  public boolean reachesTarget() {
    return this != DROP_REQUEST;
  }
}
