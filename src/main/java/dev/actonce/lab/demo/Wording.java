package dev.actonce.lab.demo;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Words publishes as agents do: equal wishes in unequal bytes. Confined to the thread that makes
 * the plan.
 */
final class Wording {
  private static final String AGENT = "billing-agent";

  private final SplittableRandom random;
  private final String tenant;
  private final String prefix;
  private int publishes;

  /**
   * Words for one plan.
   *
   * @param prefix keeps the request ids of plans of one tenant apart
   */
  Wording(SplittableRandom random, String tenant, String prefix) {
    this.random = random;
    this.tenant = tenant;
    this.prefix = prefix;
  }

  PlannedPublish original(PlannedAction action, int run) {
    // One customer's conversation is one session; it outlives the runs of its agent.
    Scope scope = new Scope(tenant, "chat-" + action.purchase().customer(), "run-" + run, AGENT);
    String amount = action.purchase().amount().toPlainString();
    String arguments = arguments(action, amount, action.description(), Order.NORMAL);
    return new PlannedPublish(
        action.index(), PublishKind.ORIGINAL, intent(action, scope, newCallId(), arguments));
  }

  /**
   * A retry of an action.
   *
   * @param number of the retry in its plan; makes new runs new
   */
  PlannedPublish retry(
      PlannedAction action, PlannedPublish original, PublishKind kind, int number) {
    ActionIntent first = original.intent();
    ActionIntent intent =
        switch (kind) {
          case ORIGINAL, SDK_RETRY ->
              intent(action, first.scope(), String.valueOf(first.toolCallId()), first.arguments());
          case NEW_CALL -> intent(action, first.scope(), newCallId(), first.arguments());
          case REORDERED -> intent(action, first.scope(), newCallId(), reordered(action));
          case RESPELT_AMOUNT -> intent(action, first.scope(), newCallId(), respelt(action));
          case REWORDED -> intent(action, first.scope(), newCallId(), reworded(action));
          case NEW_RUN ->
              intent(action, restarted(first.scope(), number), newCallId(), respelt(action));
        };
    return new PlannedPublish(action.index(), kind, intent);
  }

  private ActionIntent intent(
      PlannedAction action, Scope scope, String toolCallId, String arguments) {
    publishes++;
    return ActionIntent.of(tenant + "-" + prefix + publishes, scope, DemoCatalog.ACTION, arguments)
        .withIntentId(action.intentId())
        .withToolCallId(toolCallId);
  }

  private static Scope restarted(Scope scope, int number) {
    return new Scope(scope.tenant(), scope.session(), "restart-" + number, scope.agent());
  }

  private String newCallId() {
    return "call_" + Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX);
  }

  private static String reordered(PlannedAction action) {
    String amount = action.purchase().amount().toPlainString();
    return arguments(action, amount, action.description(), Order.REVERSED);
  }

  private static String reworded(PlannedAction action) {
    String amount = action.purchase().amount().toPlainString();
    return arguments(action, amount, "Retry: " + action.description(), Order.NORMAL);
  }

  private String respelt(PlannedAction action) {
    BigDecimal amount = action.purchase().amount();
    String spelling = random.nextBoolean() ? withZero(amount) : withExponent(amount);
    return arguments(action, spelling, action.description(), Order.NORMAL);
  }

  /** 149.0 for 149. */
  static String withZero(BigDecimal amount) {
    return amount.setScale(amount.scale() + 1).toPlainString();
  }

  /** 1.49e2 for 149. */
  static String withExponent(BigDecimal amount) {
    BigDecimal stripped = amount.stripTrailingZeros();
    String digits = stripped.unscaledValue().toString();
    String fraction = digits.length() > 1 ? "." + digits.substring(1) : "";
    return digits.charAt(0) + fraction + "e" + (digits.length() - 1 - stripped.scale());
  }

  private enum Order {
    NORMAL,
    REVERSED
  }

  private static String arguments(
      PlannedAction action, String amount, String description, Order order) {
    Purchase purchase = action.purchase();
    List<String> members = new ArrayList<>();
    members.add(text("customer_id", purchase.customer()));
    members.add("\"amount\":" + amount);
    members.add(text("currency", purchase.currency()));
    String invoice = purchase.invoice();
    if (invoice != null) {
      members.add(text("invoice", invoice));
    }
    members.add(text("description", description));
    if (order == Order.REVERSED) {
      Collections.reverse(members);
    }
    return "{" + String.join(",", members) + "}";
  }

  private static String text(String name, String value) {
    return "\"" + name + "\":\"" + value + "\""; // All values of a plan are plain ASCII.
  }
}
