package dev.actonce.topology;

/** Why a record cannot be handled by the gate at all. */
enum DeadLetterReason {
  /** The value is null: a tombstone has no meaning on these topics. */
  NO_VALUE,
  /** The value is no record of the expected schema. */
  UNDECODABLE,
  /** Key or value is larger than any record of the pipeline; it was compressed. */
  TOO_LARGE,
  /** Handling it failed in a way that only a defect, or an input made for it, can bring about. */
  UNPROCESSABLE,
  /** A person told the gate to pass it; it was not read. */
  SKIPPED,
  /** An intent on the rerouted topic that is not where its key belongs: a foreign writer. */
  REROUTED_WRONG,
  /** An outcome that is not under its own key, or not on its key's partition. */
  OUTCOME_MISPLACED
}
