package dev.actonce.core;

/** Whether equal actions under different keys are meant, {@code repeats} in the catalog. */
public enum Repeats {
  /**
   * By what a repeat would do: suspicious where it has a second effect, so for {@code keyed},
   * {@code lookup} and {@code unsafe} tools, unless their keys are those of tool calls.
   */
  BY_CLASS,
  /** They are reported. */
  SUSPICIOUS,
  /** They are what the business wants, such as one fare for each ride. */
  MEANT
}
