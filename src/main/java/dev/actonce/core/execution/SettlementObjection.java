package dev.actonce.core.execution;

/** Why a settlement changes nothing. */
public enum SettlementObjection {
  /** No claim of its key is open. */
  NOT_OPEN,
  /** Another claim or generation of its key is open. */
  OTHER_CLAIM,
  /** Its claim is open, and no call of it is in doubt. */
  NOT_IN_DOUBT,
  /** It says "not executed", and was written before the latest call was found without an answer. */
  DOUBT_IS_LATER,
  /** Evidence that one call failed: it says nothing about the others. */
  PROVES_NOTHING
}
