package dev.actonce.lab.demo;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What a charge is for; equal purchases are the same business action, however they were spelt.
 *
 * @param customer who pays
 * @param amount how much; trailing zeros make no difference
 * @param currency ISO 4217 code
 * @param invoice the bill that it pays, if there is one
 */
public record Purchase(
    String customer, BigDecimal amount, String currency, @Nullable String invoice) {
  public Purchase {
    amount = plain(amount);
  }

  /** 149 for 149, 149.0 and 1.49e2. */
  private static BigDecimal plain(BigDecimal amount) {
    BigDecimal stripped = amount.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }
}
