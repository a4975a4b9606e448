package dev.actonce.lab.demo;

import org.jspecify.annotations.Nullable;

/**
 * One business action that somebody wants exactly once.
 *
 * @param index position in the plan, from 0
 * @param purchase what is paid; different for every action of a plan
 * @param description free text, no part of the identity
 */
public record PlannedAction(int index, Purchase purchase, String description) {
  /** The business identity: the invoice, if there is one. */
  public @Nullable String intentId() {
    return purchase.invoice();
  }
}
