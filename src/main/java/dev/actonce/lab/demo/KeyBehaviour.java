package dev.actonce.lab.demo;

import java.time.Duration;

/** How a provider treats idempotency keys; the names are those of the catalog's profiles. */
public enum KeyBehaviour {
  /** The IETF draft: keys live for ever, another body is refused with 422. */
  IETF_DRAFT(Duration.ofDays(36_500), 422, Errors.RETRIED),
  /** Keys live 24 h, an error is stored and replayed, another body is refused with 400. */
  STRIPE(Duration.ofHours(24), 400, Errors.REPLAYED),
  /** Keys live 24 h, only successes are stored: after an error the key is a new charge. */
  STORES_2XX_ONLY(Duration.ofHours(24), 422, Errors.FORGOTTEN),
  /** Keys live 30 min, only successes are stored, and the body is not looked at. */
  SHORT_LIVED_KEY(Duration.ofMinutes(30), 0, Errors.FORGOTTEN);

  /** What a repeat gets whose first request charged and then was answered with an error. */
  enum Errors {
    /** The charge. */
    RETRIED,
    /** The same error. */
    REPLAYED,
    /** Another charge. */
    FORGOTTEN
  }

  private final Duration life;
  private final int reuseStatus;
  private final Errors errors;

  KeyBehaviour(Duration life, int reuseStatus, Errors errors) {
    this.life = life;
    this.reuseStatus = reuseStatus;
    this.errors = errors;
  }

  Duration life() {
    return life;
  }

  /** Whether a key that comes with another body is refused. */
  boolean comparesBodies() {
    return reuseStatus != 0;
  }

  /** Answer to a key that comes with another body. */
  int reuseStatus() {
    return reuseStatus;
  }

  Errors errors() {
    return errors;
  }
}
