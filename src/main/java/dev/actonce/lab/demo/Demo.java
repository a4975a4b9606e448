package dev.actonce.lab.demo;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The demo from end to end: agents pay through ActOnce while the provider loses answers, then one
 * action at a time on a warm system, then the same traffic without ActOnce. One use; confined to
 * the calling thread.
 */
public final class Demo {
  private static final int WARM_UP = 200;

  private final DemoSettings settings;
  private final Progress progress;

  /** Starts ActOnce for a catalog: broker, gate, executor and client, ready on return. */
  @FunctionalInterface
  public interface Starter {
    Pipeline start(Catalog catalog);
  }

  public Demo(DemoSettings settings, Progress progress) {
    this.settings = settings;
    this.progress = progress;
  }

  /**
   * Runs all phases; the pipeline and the providers are closed on return.
   *
   * @throws ActOnceException if something cannot be started, or INTERRUPTED
   */
  public DemoReport run(Starter starter) {
    TrafficPlan plan = TrafficPlan.of(settings.mix(), settings.tenant());
    try {
      WithActOnce with = withActOnce(plan, starter);
      DemoReport.ProviderView naive = naive(plan);
      return new DemoReport(
          settings, plan.publishes().size(), with.agents(), with.provider(), naive, with.took());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "the demo was interrupted", e);
    } finally {
      progress.end();
    }
  }

  /** Results of the phases with ActOnce. */
  private record WithActOnce(
      DemoReport.AgentView agents, DemoReport.ProviderView provider, Duration took) {}

  private WithActOnce withActOnce(TrafficPlan plan, Starter starter) throws InterruptedException {
    TrafficPlan warmPlan = warmPlan();
    try (PaymentProvider provider = open("actonce-charges.jsonl")) {
      progress.begin("starting ActOnce");
      PaymentProvider.Stats stats;
      PhaseTally load;
      PhaseTally warm;
      Duration took;
      try (Pipeline pipeline = starter.start(DemoCatalog.of(provider.chargesUri()))) {
        long start = System.nanoTime();
        progress.begin("paying through ActOnce");
        load = new AgentRun(plan.publishes(), pipeline, settings.agents()).run(progress);
        took = Duration.ofNanos(System.nanoTime() - start);
        stats = provider.stats();
        provider.loseNoMore();
        warm = warm(warmPlan, pipeline);
      }
      // After the pipeline is closed, so that no late charge is overlooked.
      EffectAudit audit = audit(plan, warmPlan, provider.charges());
      DemoReport.AgentView view =
          new DemoReport.AgentView(load.answers(), load.latency(), warm.answers(), warm.latency());
      return new WithActOnce(view, new DemoReport.ProviderView(stats, audit), took);
    }
  }

  /** Empty when the phase is skipped. */
  private TrafficPlan warmPlan() {
    int intents = settings.warmIntents() == 0 ? 0 : WARM_UP + settings.warmIntents();
    return TrafficPlan.warm(intents, settings.mix().seed(), settings.tenant());
  }

  /** One at a time; only what follows the warm-up is measured. */
  private PhaseTally warm(TrafficPlan plan, Pipeline pipeline) throws InterruptedException {
    List<PlannedPublish> publishes = plan.publishes();
    int warmUp = Math.min(WARM_UP, publishes.size());
    DemoSettings.Agents one = new DemoSettings.Agents(1, 1, settings.agents().patience());
    progress.begin("warming up, one at a time");
    new AgentRun(publishes.subList(0, warmUp), pipeline, one).run(progress);
    progress.begin("measuring one at a time");
    return new AgentRun(publishes.subList(warmUp, publishes.size()), pipeline, one).run(progress);
  }

  /** The warm phase's faults count; its right charges do not. */
  private static EffectAudit audit(TrafficPlan load, TrafficPlan warm, List<Charge> charges) {
    Set<Purchase> warmPurchases =
        warm.actions().stream().map(PlannedAction::purchase).collect(Collectors.toSet());
    Map<Boolean, List<Charge>> byPhase =
        charges.stream()
            .collect(Collectors.partitioningBy(c -> warmPurchases.contains(c.purchase())));
    EffectAudit ofLoad = EffectAudit.of(load.actions(), byPhase.getOrDefault(false, List.of()));
    EffectAudit ofWarm = EffectAudit.of(warm.actions(), byPhase.getOrDefault(true, List.of()));
    return new EffectAudit(
        ofLoad.effects(),
        ofLoad.escapedDuplicates() + ofWarm.escapedDuplicates(),
        ofLoad.missingEffects() + ofWarm.missingEffects());
  }

  private DemoReport.ProviderView naive(TrafficPlan plan) {
    try (PaymentProvider provider = open("naive-charges.jsonl")) {
      progress.begin("paying without ActOnce");
      new NaiveRun(provider.chargesUri(), settings.agents().count()).run(plan, progress);
      return new DemoReport.ProviderView(
          provider.stats(), EffectAudit.of(plan.actions(), provider.charges()));
    }
  }

  /** A provider with empty books. */
  private PaymentProvider open(String logName) {
    Path log = settings.directory().resolve(logName);
    try {
      Files.deleteIfExists(log);
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot replace the books " + log + " (" + e + "); choose another directory",
          e);
    }
    return PaymentProvider.open(
        ProviderSettings.of(log, settings.mix().seed(), settings.lostResponses()));
  }
}
