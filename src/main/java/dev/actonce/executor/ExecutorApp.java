package dev.actonce.executor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCategory;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.TopicNames;
import dev.actonce.wire.Codecs;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor: performs approved actions once, and tells their outcomes. Runs one poll thread and
 * up to {@code maxInFlight} handler threads.
 *
 * <p>Closing it takes no new actions, waits for running calls up to the drain timeout, and commits
 * their outcomes; calls that did not end are in doubt and settled by the next owner.
 */
public final class ExecutorApp implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorApp.class);
  private static final Duration REJOIN_PAUSE = Duration.ofMillis(500);
  private static final Duration REGISTRY_PAUSE = Duration.ofSeconds(2);
  private static final Duration CLOSE_MARGIN = Duration.ofSeconds(20);

  private final ExecutorConfig config;
  private final KafkaClients clients;
  private final TopicNames topics;
  private final Tools tools;
  private final Codecs codecs;
  private final Clocks clocks;
  private final ExecutorListener listener;
  private final Pulse pulse;
  private final AccessWait access;
  private final Thread thread;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final CountDownLatch joined = new CountDownLatch(1);
  private final AtomicReference<@Nullable ActOnceException> failure = new AtomicReference<>();
  private final AtomicReference<@Nullable Worker> current = new AtomicReference<>();

  /**
   * Starts an executor on a broker; {@link #awaitReady} tells when it serves its share. It looks at
   * no topic and no broker setting before.
   *
   * @param codecs it writes as they do, and waits, and is not ready, until they need no registry
   *     for it; must stay open while it runs
   * @param listener hears each step
   * @throws ActOnceException INVALID_SETTING if the client properties contradict the guarantee
   */
  public static ExecutorApp start(
      ExecutorConfig config, Tools tools, Codecs codecs, ExecutorListener listener) {
    RandomGenerator random = new SecureRandom();
    ExecutorApp app =
        new ExecutorApp(
            config,
            new BrokerClients(config),
            tools,
            codecs,
            new Clocks(InstantSource.system(), System::nanoTime, random),
            listener);
    app.start();
    return app;
  }

  void start() {
    thread.start();
  }

  ExecutorApp(
      ExecutorConfig config,
      KafkaClients clients,
      Tools tools,
      Codecs codecs,
      Clocks clocks,
      ExecutorListener listener) {
    this.config = config;
    this.clients = clients;
    this.topics = new TopicNames(config.kafka().topicPrefix());
    this.tools = tools;
    this.codecs = codecs;
    this.clocks = clocks;
    this.listener = new GuardedListener(listener);
    this.pulse = new Pulse(config.lease(), clocks.nano());
    this.access = new AccessWait(clocks.nano());
    this.thread = new Thread(this::run, "actonce-executor-" + config.instance());
  }

  /**
   * Waits until the group has given this instance its share of the partitions, which may be none,
   * and it has taken them over; false when the time ran out or it stopped.
   */
  public boolean awaitReady(Duration limit) throws InterruptedException {
    return joined.await(limit.toNanos(), TimeUnit.NANOSECONDS) && failure.get() == null;
  }

  /** Whether it has served its share at least once, and has not failed since. */
  public boolean hasServed() {
    return joined.getCount() == 0 && failure.get() == null;
  }

  /** Whether it serves its whole share now, be it empty; the brokers have answered it lately. */
  public boolean isServing() {
    return obstacle().isEmpty();
  }

  /** Why it does not serve now, for people; empty if it does. Never a secret. */
  public Optional<String> obstacle() {
    return pulse.obstacle();
  }

  /** Time since its poll loop last turned; empty when its thread has ended. */
  public Optional<Duration> sinceTurn() {
    return thread.isAlive() ? Optional.of(pulse.sinceTurn()) : Optional.empty();
  }

  /** Figures of its Kafka clients, as Kafka names them; none while it joins. */
  public Map<MetricName, Metric> clientMetrics() {
    Worker worker = current.get();
    return worker == null ? Map.of() : worker.clientMetrics();
  }

  /** Why the executor stopped by itself; empty while it runs or was closed. */
  public Optional<ActOnceException> failure() {
    return Optional.ofNullable(failure.get());
  }

  private void run() {
    Lease lease = new Lease(config.lease(), clocks.nano());
    try (Calls calls =
            new Calls(config.maxInFlight(), lease, "actonce-handler", listener, clocks.nano());
        Evidence evidence =
            new Evidence(
                clients.evidence(),
                topics,
                codecs.settlements(),
                clocks.wall(),
                config.instance())) {
      Workplace place = new Workplace(calls, lease, evidence, new Endings(), codecs, listener);
      try {
        serveUntilStopped(place);
      } finally {
        Results.leave(place, clocks.nano());
      }
    } catch (ActOnceException e) {
      LOG.error("executor {} stops: {}", config.instance(), e.getMessage());
      failure.set(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable e) { // The top of the thread: nothing else would tell, not even of an Error.
      failure.set(defect(e));
      LOG.error("executor {} stops after a defect", config.instance(), e);
    } finally {
      joined.countDown();
    }
  }

  private void serveUntilStopped(Workplace place) throws InterruptedException {
    awaitCodecs();
    while (stopping.getCount() > 0) {
      serve(place);
    }
  }

  private ActOnceException defect(Throwable e) {
    return new ActOnceException(
        ErrorCode.INTERNAL,
        "executor "
            + config.instance()
            + " stopped after a defect: "
            + e
            + "; live claims are recovered by the next start",
        e);
  }

  /** An effect whose outcome could not be written would be worse than a late one. */
  private void awaitCodecs() throws InterruptedException {
    while (stopping.getCount() > 0) {
      try {
        codecs.outcomes().prepare();
        codecs.settlements().prepare();
        return;
      } catch (ActOnceException e) {
        if (e.code() != ErrorCode.REGISTRY_UNAVAILABLE) {
          throw e;
        }
        LOG.warn("executor {} waits: {}", config.instance(), e.getMessage());
        pulse.stopped("waits for the schema registry: " + e.getMessage());
        stopping.await(REGISTRY_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** One membership; returns when it is over and another may be tried. */
  private void serve(Workplace place) throws InterruptedException {
    try (Worker worker = new Worker(config, clients, topics, tools, place, clocks)) {
      current.set(worker);
      worker.join();
      while (stopping.getCount() > 0) {
        worker.turn(Worker.Accept.NEW_ACTIONS);
        turned(worker);
      }
      drain(worker);
    } catch (KafkaException e) {
      Optional<Refusal> refusal = Refusal.of(e, config);
      if (refusal.isPresent()) {
        pause(access.refused(refusal.get(), e), AccessWait.PAUSE);
      } else {
        LOG.warn(
            "executor {} lost its membership and recovers from the claims: {}",
            config.instance(),
            e.toString());
        LOG.debug("membership lost", e);
        pause("lost its membership: " + e.getMessage(), REJOIN_PAUSE);
      }
    } catch (ActOnceException e) {
      if (e.code().category() != ErrorCategory.RETRYABLE) {
        throw e;
      }
      LOG.warn("executor {} tries again: {}", config.instance(), e.getMessage());
      pause(String.valueOf(e.getMessage()), REJOIN_PAUSE);
    } finally {
      current.set(null);
    }
  }

  private void turned(Worker worker) {
    Optional<String> obstacle = worker.obstacle();
    pulse.turned(obstacle);
    if (worker.hasShare()) {
      access.served();
    }
    if (obstacle.isEmpty()) {
      joined.countDown();
    }
  }

  private void pause(String obstacle, Duration time) throws InterruptedException {
    pulse.stopped(obstacle);
    listener.membershipLost();
    stopping.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void drain(Worker worker) {
    long deadline = clocks.nano().getAsLong() + config.drainTimeout().toNanos();
    while (!worker.isIdle() && clocks.nano().getAsLong() < deadline) {
      worker.turn(Worker.Accept.ONLY_RESULTS);
      pulse.stopped("stops, and waits for running calls");
    }
    if (!worker.isIdle()) {
      LOG.warn(
          "executor {} stops while calls are running; they are in doubt and will be settled",
          config.instance());
    }
  }

  /** Stops within the drain timeout and a margin. */
  @Override
  public void close() {
    stopping.countDown();
    Worker worker = current.get();
    if (worker != null) {
      worker.wakeUp();
    }
    try {
      thread.join(config.drainTimeout().plus(CLOSE_MARGIN).toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
