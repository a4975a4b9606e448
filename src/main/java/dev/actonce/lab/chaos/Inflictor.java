package dev.actonce.lab.chaos;

/** Carries out the faults of one lane. Confined to the lane's thread. */
interface Inflictor {
  /**
   * Carries out one fault; the processes that it ended are starting again on return.
   *
   * @throws dev.actonce.core.ActOnceException if it could not be carried out as named
   */
  void inflict(FaultSchedule.Fault fault) throws InterruptedException;
}
