package dev.actonce.lab.chaos;

import dev.actonce.client.operator.Doubts;
import dev.actonce.client.operator.OpenClaim;
import dev.actonce.client.operator.Operator;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.lab.demo.Charge;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The run's person on duty: looks at the provider's book for each unsafe action in doubt, and
 * settles it as {@code actonce settle} does. What is not in the book is settled as not executed
 * only when no call of it can be on its way any more. Runs a thread of its own.
 */
final class DutyOperator implements AutoCloseable {
  /** Longer than any freeze of the run and any call, with a margin for a busy machine. */
  static final Duration SURE = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger(Operator.class);
  private static final Duration ROUND = Duration.ofSeconds(3);
  private static final Duration SETTLED = Duration.ofSeconds(3);

  private final Operator operator;
  private final Doubts doubts;
  private final Supplier<List<Charge>> book;
  private final InstantSource clock;
  private final AtomicInteger settled = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread = new Thread(this::work, "chaos-operator");

  DutyOperator(KafkaConfig kafka, Supplier<List<Charge>> book, InstantSource clock) {
    this.operator = Operator.open(kafka);
    this.doubts = operator.doubts();
    this.book = book;
    this.clock = clock;
    thread.setDaemon(true);
  }

  void start() {
    thread.start();
  }

  /** Doubts that were settled, each by one settlement. */
  int settled() {
    return settled.get();
  }

  private void work() {
    try {
      while (!closing.await(ROUND.toMillis(), TimeUnit.MILLISECONDS)) {
        round();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void round() throws InterruptedException {
    try {
      for (OpenClaim claim : doubts.unknown().claims()) {
        if (claim.safety() == SafetyClass.UNSAFE && closing.getCount() > 0) {
          settle(claim);
        }
      }
    } catch (ActOnceException e) {
      LOG.info("the operator tries again: {}", e.getMessage());
    }
  }

  private void settle(OpenClaim claim) throws InterruptedException {
    Optional<Charge> charge =
        book.get().stream().filter(made -> isOf(claim, made.purchase().invoice())).findFirst();
    if (charge.isEmpty() && clock.instant().isBefore(sureAt(claim))) {
      return;
    }
    Settlement settlement = settlement(claim, charge.orElse(null));
    if (doubts.settle(settlement, SETTLED).isPresent()) {
      settled.incrementAndGet();
    }
  }

  private static boolean isOf(OpenClaim claim, @Nullable String invoice) {
    return invoice != null && claim.sent().arguments().contains("\"" + invoice + "\"");
  }

  private static Instant sureAt(OpenClaim claim) {
    return claim.since().plus(SURE);
  }

  private Settlement settlement(OpenClaim claim, @Nullable Charge charge) {
    Settlement settlement =
        Settlement.of(
                claim.key(),
                claim.claimId(),
                charge == null ? Settlement.Verdict.NOT_EXECUTED : Settlement.Verdict.SUCCEEDED,
                Settlement.Source.OPERATOR,
                "chaos",
                clock.instant())
            .ofGeneration(claim.generation());
    return charge == null
        ? settlement.because("not in the provider's book")
        : settlement
            .withAnswer("{\"id\":\"" + charge.id() + "\"}", charge.id())
            .because("in the provider's book");
  }

  @Override
  public void close() {
    closing.countDown();
    operator.close();
  }
}
