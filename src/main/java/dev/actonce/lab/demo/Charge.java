package dev.actonce.lab.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One committed charge: money that moved.
 *
 * @param id the provider's reference, {@code ch_} and a number
 * @param key idempotency key of the request; null when it had none
 * @param purchase what was paid
 * @param bodyHash hash of the request's body, to tell a repeat from a reuse of its key
 * @param at when it was committed
 */
public record Charge(
    String id, @Nullable String key, Purchase purchase, String bodyHash, Instant at) {

  /** The provider's answer, and the line in its log; equal charges give equal text. */
  ObjectNode toJson() {
    ObjectNode json = DemoJson.object();
    json.put("id", id);
    json.put("status", "succeeded");
    json.put("amount", purchase.amount());
    json.put("currency", purchase.currency());
    json.put("customer_id", purchase.customer());
    json.put("invoice", purchase.invoice());
    json.put("key", key);
    json.put("body_hash", bodyHash);
    json.put("at", at.toString());
    return json;
  }

  static Charge fromJson(JsonNode json) {
    Purchase purchase =
        new Purchase(
            json.path("customer_id").asText(),
            json.path("amount").decimalValue(),
            json.path("currency").asText(),
            text(json, "invoice"));
    return new Charge(
        json.path("id").asText(),
        text(json, "key"),
        purchase,
        json.path("body_hash").asText(),
        Instant.parse(json.path("at").asText()));
  }

  private static @Nullable String text(JsonNode json, String name) {
    JsonNode value = json.path(name);
    return value.isTextual() ? value.textValue() : null;
  }
}
