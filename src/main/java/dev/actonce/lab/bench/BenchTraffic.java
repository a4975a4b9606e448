package dev.actonce.lab.bench;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Which action each publish is about. Actions are numbered; each has an invoice, which is its
 * intent id. The first publishes are the actions that must be done before anything is measured,
 * then come new ones, and repeats of the first. Confined to one thread.
 */
final class BenchTraffic {
  static final String ACTION = "charge_card";

  private static final String INVOICE = "inv-";
  private static final Scope SCOPE = new Scope("bench", "session-1", "run-1", "agent-1");
  private static final int CUSTOMERS = 10_000;

  private final BenchSettings.Mix mix;
  private final SplittableRandom random;
  private final String padding;
  private int distinct;

  BenchTraffic(BenchSettings.Mix mix) {
    this.mix = mix;
    this.random = new SplittableRandom(mix.seed());
    this.padding = padding(mix.payloadBytes(), random);
  }

  /** The number of the next publish's action. */
  int next() {
    if (distinct < mix.prepared() || !isRepeat()) {
      return distinct++;
    }
    return random.nextInt(mix.duplicateKeys());
  }

  private boolean isRepeat() {
    return mix.duplicates() > 0 && random.nextDouble() < mix.duplicates();
  }

  /** Different actions so far. */
  int distinct() {
    return distinct;
  }

  /** A publish of an action. */
  ActionIntent intent(int number, String requestId, Instant issuedAt) {
    return ActionIntent.of(requestId, SCOPE, ACTION, arguments(number))
        .withIntentId(INVOICE + number)
        .withToolCallId("call-" + requestId)
        .withIssuedAt(issuedAt);
  }

  /** The number of the action that an intent is about. */
  static int number(ActionIntent intent) {
    String id = intent.intentId();
    if (id == null || !id.startsWith(INVOICE)) {
      throw new IllegalArgumentException("not an intent of the benchmark: " + id);
    }
    return Integer.parseInt(id.substring(INVOICE.length()));
  }

  /** As many bytes as the mix says: JSON in ASCII. */
  private String arguments(int number) {
    String fields =
        "{\"customer_id\":\"c-"
            + number % CUSTOMERS
            + "\",\"amount\":149.00,\"currency\":\"EUR\",\"invoice\":\""
            + INVOICE
            + number
            + "\",\"description\":\"";
    int left = mix.payloadBytes() - fields.length() - 2;
    return fields + padding.substring(0, Math.max(0, left)) + "\"}";
  }

  private static String padding(int length, SplittableRandom random) {
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + random.nextInt(26)));
    }
    return text.toString();
  }
}
