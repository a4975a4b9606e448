package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * What the demo's agents want and how they go about it: distinct actions, and for a share of them
 * one to three further publishes, as agents make them. The same mix and tenant give the same plan.
 * Immutable.
 *
 * <p>About half of the duplicates follow within {@link #NEAR} publishes, while the original
 * probably runs; the others come {@link #FAR_MIN} to {@link #FAR_MAX} publishes later, when it is
 * probably done. Three of five actions carry an invoice as intentId, the others are known by their
 * fields only.
 */
public final class TrafficPlan {
  static final int MAX_DUPLICATES = 3;
  static final int NEAR = 8;
  static final int FAR_MIN = 150;
  static final int FAR_MAX = 600;

  private static final int CUSTOMERS = 500;
  private static final int MAX_CENTS = 90_000;
  private static final double INVOICE_SHARE = 0.6;
  private static final int RUNS = 20;
  private static final List<String> CURRENCIES = List.of("EUR", "USD", "GBP");
  private static final List<PublishKind> RETRIES =
      List.of(
          PublishKind.SDK_RETRY,
          PublishKind.NEW_CALL,
          PublishKind.RESPELT_AMOUNT,
          PublishKind.NEW_RUN,
          PublishKind.REORDERED,
          PublishKind.REWORDED);

  private final Mix mix;
  private final List<PlannedAction> actions;
  private final List<PlannedPublish> publishes;

  /**
   * What a plan is made of.
   *
   * @param intents distinct actions, 0 to 1,000,000
   * @param duplicates share of them, 0 to 1, that is published more than once
   * @param seed of everything random
   */
  public record Mix(int intents, double duplicates, long seed) {
    static final int MAX_INTENTS = 1_000_000;

    public Mix {
      if (intents < 0 || intents > MAX_INTENTS) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING, "intents must be 0 to " + MAX_INTENTS + ", got " + intents);
      }
      ProviderSettings.requireShare("duplicates", duplicates);
    }
  }

  private TrafficPlan(Mix mix, List<PlannedAction> actions, List<PlannedPublish> publishes) {
    this.mix = mix;
    this.actions = List.copyOf(actions);
    this.publishes = List.copyOf(publishes);
  }

  /**
   * Plans the traffic.
   *
   * @param tenant isolates this run's keys; a tenant that ran the same plan before gets
   *     ALREADY_DONE
   */
  public static TrafficPlan of(Mix mix, String tenant) {
    return of(mix, tenant, "");
  }

  /** Actions that {@link #of} never plans, each published once. */
  static TrafficPlan warm(int intents, long seed, String tenant) {
    return of(new Mix(intents, 0, seed), tenant, "w");
  }

  private static TrafficPlan of(Mix mix, String tenant, String prefix) {
    SplittableRandom random = new SplittableRandom(mix.seed());
    List<PlannedAction> actions = actions(mix, random, prefix);
    Wording wording = new Wording(random, tenant, prefix);
    return new TrafficPlan(mix, actions, publishes(mix, actions, wording));
  }

  /** What the plan was made of. */
  public Mix mix() {
    return mix;
  }

  /** The distinct actions, by index. */
  public List<PlannedAction> actions() {
    return actions;
  }

  /** All publishes in the order in which agents make them. */
  public List<PlannedPublish> publishes() {
    return publishes;
  }

  private static List<PlannedAction> actions(Mix mix, SplittableRandom random, String prefix) {
    Set<Purchase> taken = new HashSet<>();
    List<PlannedAction> actions = new ArrayList<>();
    for (int i = 0; i < mix.intents(); i++) {
      String number = String.format("%06d", i + 1);
      String customer = String.format("cus_%s%04d", prefix, random.nextInt(CUSTOMERS));
      String currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
      boolean invoiced = random.nextDouble() < INVOICE_SHARE;
      String invoice = invoiced ? "INV-" + prefix + number : null;
      int cents = 100 + random.nextInt(MAX_CENTS);
      Purchase purchase = new Purchase(customer, money(cents), currency, invoice);
      while (!taken.add(purchase)) { // Ends: a plan has fewer actions than there are cents.
        cents++;
        purchase = new Purchase(customer, money(cents), currency, invoice);
      }
      String description = invoiced ? "Pay invoice " + invoice : "Top up the balance";
      actions.add(new PlannedAction(i, purchase, description));
    }
    return actions;
  }

  /** Half of the amounts are whole, as people's prices are. */
  private static BigDecimal money(int cents) {
    return cents % 2 == 0 ? BigDecimal.valueOf(cents / 2) : BigDecimal.valueOf(cents, 2);
  }

  /** A publish and its place in the order. */
  private record Placed(double position, PlannedPublish publish) {}

  private static List<PlannedPublish> publishes(
      Mix mix, List<PlannedAction> actions, Wording wording) {
    SplittableRandom random = new SplittableRandom(~mix.seed());
    Set<Integer> repeated = repeated(mix, random);
    List<Placed> placed = new ArrayList<>();
    int retries = 0;
    for (PlannedAction action : actions) {
      int i = action.index();
      PlannedPublish original = wording.original(action, random.nextInt(RUNS));
      placed.add(new Placed(i, original));
      int copies = repeated.contains(i) ? 1 + random.nextInt(MAX_DUPLICATES) : 0;
      for (int copy = 0; copy < copies; copy++) {
        PublishKind kind = RETRIES.get(retries % RETRIES.size());
        double distance = random.nextBoolean() ? near(random) : far(random);
        placed.add(new Placed(i + distance, wording.retry(action, original, kind, retries)));
        retries++;
      }
    }
    return placed.stream()
        .sorted(Comparator.comparingDouble(Placed::position))
        .map(Placed::publish)
        .toList();
  }

  private static double near(SplittableRandom random) {
    return 0.5 + random.nextDouble() * (NEAR - 0.5);
  }

  private static double far(SplittableRandom random) {
    return FAR_MIN + random.nextDouble() * (FAR_MAX - FAR_MIN);
  }

  /** Exactly the wanted share of the actions, drawn by a partial shuffle. */
  private static Set<Integer> repeated(Mix mix, SplittableRandom random) {
    int[] indexes = IntStream.range(0, mix.intents()).toArray();
    int count = (int) Math.round(mix.intents() * mix.duplicates());
    Set<Integer> drawn = new HashSet<>();
    for (int i = 0; i < count; i++) {
      int other = i + random.nextInt(indexes.length - i);
      drawn.add(indexes[other]);
      indexes[other] = indexes[i];
    }
    return drawn;
  }
}
