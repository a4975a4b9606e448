package dev.actonce.lab.chaos;

import dev.actonce.lab.demo.ChargeFaults;
import dev.actonce.lab.demo.Purchase;
import java.time.Duration;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong at the run's provider: a seeded share of orders is declined, answered with an
 * error, or answered too late, each at its first request only; and single orders are held, so that
 * their caller can be killed meanwhile. Thread-safe.
 */
final class ProviderFaults implements ChargeFaults {
  private static final double DECLINED = 0.04;
  private static final double ERROR = 0.06;
  private static final double LATE = 0.03;
  private static final Duration LATENESS = ChaosCatalog.CALL_TIMEOUT.plusMillis(500);

  private final long seed;
  private final Map<String, Integer> requests = new ConcurrentHashMap<>();
  private final Map<String, Hold> holds = new ConcurrentHashMap<>();
  private volatile boolean quiet;

  ProviderFaults(long seed) {
    this.seed = seed;
  }

  /** Where a request is held. */
  enum Point {
    BEFORE_BOOKING,
    AFTER_BOOKING
  }

  /** One held order. */
  static final class Hold {
    /** Longest hold; the caller has given up long before. */
    private static final long MAX_SECONDS = 15;

    private final Point point;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);

    private Hold(Point point) {
      this.point = point;
    }

    /** Waits until a request of the order is at the point. */
    boolean awaitReached(Duration limit) throws InterruptedException {
      return reached.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void stay() {
      reached.countDown();
      try {
        var unused = released.await(MAX_SECONDS, TimeUnit.SECONDS); // Released or not, it goes on.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Holds the next request of an order at a point. */
  Hold hold(String order, Point point) {
    Hold hold = new Hold(point);
    holds.put(order, hold);
    return hold;
  }

  /** Lets the order go on. */
  void release(String order) {
    Hold hold = holds.remove(order);
    if (hold != null) {
      hold.released.countDown();
    }
  }

  /** From now on nothing goes wrong. */
  void quiet() {
    quiet = true;
    holds.keySet().forEach(this::release);
  }

  @Override
  public Reception received(Purchase purchase) {
    String order = String.valueOf(purchase.invoice());
    int count = requests.merge(order, 1, Integer::sum);
    stay(order, Point.BEFORE_BOOKING);
    return count == 1 && !quiet && chance(order) < DECLINED
        ? Reception.DECLINED
        : Reception.ACCEPTED;
  }

  @Override
  public Delivery booked(Purchase purchase) {
    String order = String.valueOf(purchase.invoice());
    stay(order, Point.AFTER_BOOKING);
    double chance = chance(order);
    if (quiet || requests.getOrDefault(order, 0) > 1 || chance > DECLINED + ERROR + LATE) {
      return Delivery.ANSWERED;
    }
    if (chance > DECLINED + ERROR) {
      comeLate();
      return Delivery.ANSWERED;
    }
    return Delivery.ERROR;
  }

  private void stay(String order, Point point) {
    @Nullable Hold hold = holds.get(order);
    if (hold != null && hold.point == point) {
      hold.stay();
    }
  }

  private static void comeLate() {
    try {
      TimeUnit.MILLISECONDS.sleep(LATENESS.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private double chance(String order) {
    return new SplittableRandom(seed * 31 + order.hashCode()).nextDouble();
  }
}
