package dev.actonce.core.gate;

import dev.actonce.core.outcome.Advice;

/**
 * Why an intent is refused before anything is claimed.
 *
 * @param code machine-readable reason
 * @param message reason for people: what was found, what was expected
 */
public record Rejection(Code code, String message) {
  /** The reasons. */
  public enum Code {
    /** The action is not in the catalog. */
    UNKNOWN_ACTION,
    /** A required part of the intent is missing or malformed. */
    INVALID_INTENT,
    /** The arguments are no canonicalisable JSON object. */
    INVALID_ARGUMENTS,
    /** The arguments are larger than 256 KiB. */
    ARGUMENTS_TOO_LARGE,
    /** Handling the intent failed; it says nothing of the action, and a retry fails again. */
    UNPROCESSABLE,
    /** The arguments do not fit the tool's JSON Schema. */
    SCHEMA_VIOLATION,
    /** The arguments lack a field that the tool's identity must have. */
    MISSING_IDENTITY,
    /** The tool's key kind needs an id that the intent lacks. */
    MISSING_ID,
    /** The deadline was over on arrival. */
    DEADLINE_PASSED,
    /** {@code issuedAt} lies in the future beyond the allowed skew. */
    ISSUED_IN_FUTURE,
    /** Older than the horizon: memory cannot prove that it did not run. */
    STALE
  }

  String advice() {
    return code == Code.STALE ? Advice.STALE : Advice.REJECTED;
  }
}
