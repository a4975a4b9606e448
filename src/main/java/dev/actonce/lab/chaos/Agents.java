package dev.actonce.lab.chaos;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Publication;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The run's agents: each publishes its share of the traffic on time with a client of its own,
 * publishes again what the broker did not confirm, and what failed, and takes note of every final
 * outcome. Thread-safe.
 */
final class Agents implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration DELIVERY = Duration.ofSeconds(20);

  /** A failed action is tried again so often; each is declined once at most. */
  private static final int MAX_COPIES = 12;

  private static final int THREADS_PER_AGENT = 4;

  private final String tenant;
  private final Traffic traffic;
  private final Answers answers;
  private final List<ActOnceClient> clients = new ArrayList<>();
  private final List<ScheduledExecutorService> threads = new ArrayList<>();
  private final AtomicInteger open = new AtomicInteger();
  private final Queue<Future<?>> planned = new ConcurrentLinkedQueue<>();
  private final Set<Traffic.Action> begun = ConcurrentHashMap.newKeySet();

  Agents(KafkaConfig kafka, Catalog catalog, String tenant, Traffic traffic, Answers answers) {
    this.tenant = tenant;
    this.traffic = traffic;
    this.answers = answers;
    for (int agent = 0; agent < Traffic.AGENTS; agent++) {
      clients.add(
          ActOnceClient.builder()
              .bootstrapServers(kafka.bootstrapServers())
              .topicPrefix(kafka.topicPrefix())
              .catalog(catalog)
              .deliveryTimeout(DELIVERY)
              .maxWaiting(100_000)
              .build());
      threads.add(Executors.newScheduledThreadPool(THREADS_PER_AGENT, Agents::daemon));
    }
  }

  /** Begins with the traffic; returns at once. */
  void start() {
    for (Traffic.Publish publish : traffic.publishes()) {
      open.incrementAndGet();
      planned.add(
          schedule(
              publish,
              publish.at(),
              () -> {
                begun.add(publish.action());
                publish(publish);
              }));
    }
  }

  /** Publishes nothing more that was planned; what was begun is brought to its end. */
  void stopPlanned() {
    long cancelled = planned.stream().filter(task -> task.cancel(false)).count();
    open.addAndGet(-Math.toIntExact(cancelled));
    planned.clear();
  }

  /** The actions that were published, or tried to be. */
  List<Traffic.Action> begun() {
    return begun.stream().sorted(Comparator.comparingInt(Traffic.Action::index)).toList();
  }

  /** Publishes that the broker has not confirmed yet, planned ones too. */
  int open() {
    return open.get();
  }

  private Future<?> schedule(Traffic.Publish publish, Duration delay, Runnable task) {
    return threads.get(publish.agent()).schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
  }

  private void publishAfterPause(Traffic.Publish publish) {
    var unused = schedule(publish, PAUSE, () -> publish(publish));
  }

  private void publish(Traffic.Publish publish) {
    var unused =
        clients
            .get(publish.agent())
            .publishAsync(intent(publish))
            .whenComplete(
                (publication, error) -> {
                  if (publication == null) {
                    publishAfterPause(publish); // May be committed or not: the same intent again.
                  } else {
                    confirmed(publish, publication);
                  }
                });
  }

  private void confirmed(Traffic.Publish publish, Publication publication) {
    Answers.Answer answer =
        answers.confirmed(publication.requestId(), publish.action(), publication.key());
    open.decrementAndGet();
    var unused =
        publication
            .finalOutcome()
            .thenAccept(
                event -> {
                  answers.ended(answer, event);
                  again(publish, event);
                });
  }

  /** What surely did not happen is tried again, as a new generation. */
  private void again(Traffic.Publish publish, OutcomeEvent event) {
    if (event.status() == OutcomeStatus.FAILED && publish.copy() < MAX_COPIES) {
      open.incrementAndGet();
      publishAfterPause(
          new Traffic.Publish(publish.at(), publish.action(), publish.agent(), publish.copy() + 1));
    }
  }

  /** The same wish, as another agent would word it: members in another order, 5.0 for 5. */
  private Intent intent(Traffic.Publish publish) {
    Traffic.Action action = publish.action();
    BigDecimal amount = BigDecimal.valueOf(action.cents(), 2);
    String arguments =
        publish.copy() % 2 == 0
            ? "{\"customer_id\":\"%s\",\"amount\":%s,\"currency\":\"EUR\",\"invoice\":\"%s\"}"
                .formatted(action.customer(), amount.toPlainString(), action.order())
            : "{\"invoice\":\"%s\",\"currency\":\"EUR\",\"amount\":%s0,\"customer_id\":\"%s\"}"
                .formatted(action.order(), amount.toPlainString(), action.customer());
    Intent.Builder intent =
        Intent.action(ChaosCatalog.action(action.tool()))
            .tenant(tenant)
            .agent("agent-" + publish.agent())
            .run("run-" + publish.agent() + "-" + publish.copy())
            .toolCallId(UUID.randomUUID().toString())
            .arguments(arguments);
    if (action.identity() == Traffic.Identity.INTENT_ID) {
      intent.intentId(action.order());
    }
    return intent.build();
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "chaos-agent");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    threads.forEach(ScheduledExecutorService::shutdownNow);
    clients.forEach(ActOnceClient::close);
  }
}
