package dev.actonce.lab.demo;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what was wanted with what a provider charged. Pure.
 *
 * @param effects charges in all
 * @param escapedDuplicates charges beyond one per wanted action, or for no wanted action at all
 * @param missingEffects wanted actions without a charge
 */
record EffectAudit(int effects, int escapedDuplicates, int missingEffects) {

  static EffectAudit of(List<PlannedAction> wanted, List<Charge> charges) {
    Map<Purchase, Integer> made = new HashMap<>();
    charges.forEach(charge -> made.merge(charge.purchase(), 1, Integer::sum));
    int missing = 0;
    int once = 0;
    for (PlannedAction action : wanted) {
      if (made.containsKey(action.purchase())) {
        once++;
      } else {
        missing++;
      }
    }
    return new EffectAudit(charges.size(), charges.size() - once, missing);
  }

  /** Whether every wanted action was charged, and none twice. */
  boolean isExact() {
    return escapedDuplicates == 0 && missingEffects == 0;
  }
}
