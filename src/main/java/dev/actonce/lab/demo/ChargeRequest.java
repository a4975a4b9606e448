package dev.actonce.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A well-formed request for a charge.
 *
 * @param purchase what shall be paid
 * @param bodyHash SHA-256 of the body's bytes: a repeat has equal bytes
 */
record ChargeRequest(Purchase purchase, String bodyHash) {
  private static final int MAX_INTEGER_DIGITS = 15;
  private static final int MAX_DECIMALS = 6;

  /** The request in a body, or empty if it asks for no valid charge. */
  static Optional<ChargeRequest> parse(byte[] body) {
    return DemoJson.parseObject(new String(body, StandardCharsets.UTF_8))
        .filter(ChargeRequest::isValid)
        .map(json -> new ChargeRequest(purchase(json), hash(body)));
  }

  static String hash(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private static Purchase purchase(JsonNode json) {
    return new Purchase(
        json.path("customer_id").textValue(),
        json.path("amount").decimalValue(),
        json.path("currency").textValue(),
        invoice(json));
  }

  private static @Nullable String invoice(JsonNode json) {
    JsonNode invoice = json.path("invoice");
    return invoice.isTextual() ? invoice.textValue() : null;
  }

  private static boolean isValid(JsonNode json) {
    return json.path("customer_id").isTextual()
        && json.path("currency").isTextual()
        && json.path("amount").isNumber()
        && isPayable(json.path("amount").decimalValue());
  }

  private static boolean isPayable(BigDecimal amount) {
    return amount.signum() > 0
        && amount.precision() - amount.scale() <= MAX_INTEGER_DIGITS
        && amount.scale() <= MAX_DECIMALS + MAX_INTEGER_DIGITS;
  }
}
