package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out a plan, each lane on a thread of its own. */
final class FaultRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FaultRun.class);

  private final FaultSchedule plan;
  private final Map<FaultKind.Lane, Inflictor> inflictors;
  private final FaultLog log;
  private final Consumer<String> progress;
  private final List<Thread> threads = new ArrayList<>();

  FaultRun(
      FaultSchedule plan,
      Map<FaultKind.Lane, Inflictor> inflictors,
      FaultLog log,
      Consumer<String> progress) {
    this.plan = plan;
    this.inflictors = Map.copyOf(inflictors);
    this.log = log;
    this.progress = progress;
  }

  /** Begins; returns at once. */
  void start() {
    long startNanos = System.nanoTime();
    inflictors.forEach(
        (lane, inflictor) -> {
          Thread thread =
              new Thread(() -> run(plan.of(lane), inflictor, startNanos), "chaos-" + lane);
          thread.setDaemon(true);
          thread.start();
          threads.add(thread);
        });
  }

  /** Waits until all faults were carried out; false when the time was over before. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
    }
    return threads.stream().noneMatch(Thread::isAlive);
  }

  private void run(List<FaultSchedule.Fault> faults, Inflictor inflictor, long startNanos) {
    try {
      for (FaultSchedule.Fault fault : faults) {
        long wait = startNanos + fault.at().toNanos() - System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(Math.max(0, wait));
        inflict(fault, inflictor);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void inflict(FaultSchedule.Fault fault, Inflictor inflictor) throws InterruptedException {
    progress.accept(fault.kind().label());
    try {
      inflictor.inflict(fault);
      log.fired(fault.kind());
    } catch (ActOnceException | org.apache.kafka.common.KafkaException e) {
      LOG.warn("{} was not carried out: {}", fault.kind().label(), e.toString());
      log.misfired(fault, e);
    }
  }

  @Override
  public void close() {
    threads.forEach(Thread::interrupt);
  }
}
