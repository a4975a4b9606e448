package dev.actonce.lab.bench;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Measured numbers as a report shows them. */
final class Figures {
  private static final int DECIMALS = 3;

  private Figures() {}

  /** With three decimals, never in exponent form. */
  static BigDecimal rounded(double value) {
    return BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP);
  }

  /** One number by another; 0 when there is nothing to divide by. */
  static double ratio(double value, double by) {
    return by == 0 ? 0 : value / by;
  }
}
