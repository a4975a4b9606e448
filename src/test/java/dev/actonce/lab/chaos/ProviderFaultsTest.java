package dev.actonce.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.lab.demo.ChargeFaults.Delivery;
import dev.actonce.lab.demo.ChargeFaults.Reception;
import dev.actonce.lab.demo.Purchase;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProviderFaultsTest {
  private static final int ORDERS = 1_000;

  private final ProviderFaults faults = new ProviderFaults(1);

  @Test
  void declinesSomeOrdersAtTheirFirstRequestOnly() {
    List<Purchase> declined =
        orders().stream().filter(o -> faults.received(o) == Reception.DECLINED).toList();

    assertThat(declined).hasSizeBetween(ORDERS / 50, ORDERS / 10);
    assertThat(declined).allMatch(order -> faults.received(order) == Reception.ACCEPTED);
  }

  @Test
  void declinesTheSameOrdersForTheSameSeed() {
    ProviderFaults again = new ProviderFaults(1);

    assertThat(orders()).allMatch(order -> faults.received(order) == again.received(order));
  }

  @Test
  void doesNothingOnceItIsQuiet() {
    faults.quiet();

    assertThat(orders()).allMatch(order -> faults.received(order) == Reception.ACCEPTED);
    assertThat(orders()).allMatch(order -> faults.booked(order) == Delivery.ANSWERED);
  }

  @Test
  void holdsAnOrderUntilItIsReleased() throws InterruptedException {
    faults.quiet();
    ProviderFaults.Hold hold = faults.hold("o1", ProviderFaults.Point.BEFORE_BOOKING);
    CompletableFuture<Reception> received =
        CompletableFuture.supplyAsync(() -> faults.received(order("o1")));

    assertThat(hold.awaitReached(Duration.ofSeconds(60))).isTrue();
    assertThat(received).isNotDone();
    faults.release("o1");
    await().until(received::isDone);
    assertThat(faults.received(order("o1"))).isEqualTo(Reception.ACCEPTED);
  }

  private static List<Purchase> orders() {
    return IntStream.range(0, ORDERS).mapToObj(i -> order("ord-" + i)).toList();
  }

  private static Purchase order(String name) {
    return new Purchase("cus", BigDecimal.TEN, "EUR", name);
  }
}
