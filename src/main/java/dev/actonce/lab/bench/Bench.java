package dev.actonce.lab.bench;

import dev.actonce.kafka.ClientSettings;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The benchmark from end to end: a pipeline under load, and after it is closed, on the same broker,
 * Kafka alone. Everything that it starts ends with it. One use; confined to the calling thread.
 */
public final class Bench {
  private static final Duration WARM_UP_ROUND = Duration.ofSeconds(15);

  /** One part in so many of a warm-up goes one at a time. */
  private static final int ALONE_SHARE = 4;

  private final BenchSettings settings;
  private final Place place;
  private final Consumer<String> progress;
  private final StageTimes stages = new StageTimes();

  /**
   * @param progress is told each phase, and now and then how far it is
   */
  public Bench(BenchSettings settings, Place place, Consumer<String> progress) {
    this.settings = settings;
    this.place = place;
    this.progress = progress;
  }

  /** The loads of a run, and what is known when they are over. */
  private record Loads(Phase main, Map<String, Phase> others, int actions, int recordBytes) {}

  /**
   * Runs it.
   *
   * @throws dev.actonce.core.ActOnceException if something cannot be started, or no answers come
   */
  public BenchReport run() throws InterruptedException {
    progress.accept("starting");
    try (Rig rig = Rig.open(place, settings.parts().partitions());
        Target target = target(rig)) {
      Loads loads = load(rig, target);
      BenchReport.Check check = new BenchReport.Check(loads.actions(), target.effects());
      Optional<BenchReport.Baseline> baseline =
          switch (settings.baseline()) {
            case MEASURED -> Optional.of(baseline(rig, loads.recordBytes()));
            case SKIPPED -> Optional.empty();
          };
      return new BenchReport(
          settings, loads.main(), loads.others(), check, rig.stateBytes(), baseline);
    }
  }

  private Target target(Rig rig) {
    int inFlight = settings.parts().handlers();
    return switch (settings.provider()) {
      case HANDLER -> new HandlerTarget(inFlight);
      case HTTP -> ProviderTarget.open(rig.directory(), settings.mix().seed(), inFlight);
    };
  }

  private Loads load(Rig rig, Target target) throws InterruptedException {
    BenchTraffic traffic = new BenchTraffic(settings.mix());
    try (PipelineParts parts = PipelineParts.start(rig, settings.parts(), target, stages);
        PipelineLane lane =
            new PipelineLane(
                rig.clients(),
                rig.codecs(),
                settings.parts().partitions(),
                traffic,
                InstantSource.system())) {
      Load load = new Load(lane, progress);
      prepare(load);
      progress.accept("warming up for " + settings.times().warmUp().toSeconds() + " s");
      warmUp(load);
      Phase main = measure(rig, load, settings.pressure());
      Map<String, Phase> others =
          settings.baseline() == BenchSettings.Baseline.MEASURED
              ? others(rig, load, main)
              : Map.of();
      parts.requireRunning();
      return new Loads(main, others, traffic.distinct(), lane.recordBytes());
    }
  }

  /**
   * Changes between full pressure and one at a time: code that was compiled for the one only is
   * thrown away and compiled again when the other comes.
   */
  private void warmUp(Load load) throws InterruptedException {
    Duration time = settings.times().warmUp();
    long rounds = Math.max(1, time.dividedBy(WARM_UP_ROUND));
    Duration alone = time.dividedBy(rounds * ALONE_SHARE);
    Duration pressed = time.dividedBy(rounds).minus(alone);
    for (int round = 0; round < rounds; round++) {
      load.warmUp(pressed, settings.pressure().inFlight());
      load.warmUp(alone, 1);
    }
  }

  private void prepare(Load load) throws InterruptedException {
    int actions = settings.mix().prepared();
    if (actions > 0) {
      progress.accept(String.format(Locale.ROOT, "performing %,d actions in advance", actions));
      load.fill(actions, settings.pressure().inFlight());
    }
  }

  /** What the ratios need besides the main load. */
  private Map<String, Phase> others(Rig rig, Load load, Phase main) throws InterruptedException {
    Map<String, Phase> others = new LinkedHashMap<>();
    Phase saturated = main;
    if (main.pressure().mode() != BenchSettings.Mode.SATURATE) {
      saturated = measure(rig, load, settings.pressure().as(BenchSettings.Mode.SATURATE));
      others.put(BenchReport.SATURATED, saturated);
    }
    if (main.pressure().mode() != BenchSettings.Mode.ONE_IN_FLIGHT) {
      others.put(
          BenchReport.ONE_IN_FLIGHT,
          measure(rig, load, settings.pressure().as(BenchSettings.Mode.ONE_IN_FLIGHT)));
    }
    double half = Math.max(1, saturated.measured().perSecond() / 2);
    others.put(BenchReport.HALF_RATE, measure(rig, load, settings.pressure().atRate(half)));
    return others;
  }

  private Phase measure(Rig rig, Load load, BenchSettings.Pressure pressure)
      throws InterruptedException {
    progress.accept("measuring the pipeline: " + described(pressure));
    long before = rig.topics().pipelineBytes();
    CostProbe probe = new CostProbe(stages);
    Load.Measured measured = load.measure(pressure, settings.times(), probe);
    long written = rig.topics().pipelineBytes() - before;
    return new Phase(
        pressure,
        measured,
        probe.stages(),
        new Phase.Cost(probe.cpuSeconds(), ProcessUse.residentBytes(), written));
  }

  private static String described(BenchSettings.Pressure pressure) {
    return switch (pressure.mode()) {
      case SATURATE -> "as fast as it goes";
      case ONE_IN_FLIGHT -> "one at a time";
      case RATE -> String.format(Locale.ROOT, "%,.1f per second", pressure.ratePerSecond());
    };
  }

  private BenchReport.Baseline baseline(Rig rig, int recordBytes) throws InterruptedException {
    ClientSettings clients = rig.clients();
    int partitions = settings.parts().partitions();
    progress.accept("measuring Kafka alone: three transactions one after another");
    Percentiles floor;
    List<String> single =
        rig.topics().createForBaseline(List.of("floor-1", "floor-2", "floor-3"), 1);
    try (Floor transactions = new Floor(clients, single, recordBytes)) {
      floor = transactions.measure(settings.times());
    }
    progress.accept("measuring Kafka alone: three bare hops, as fast as they go");
    List<String> topics =
        rig.topics()
            .createForBaseline(List.of("chain-1", "chain-2", "chain-3", "chain-4"), partitions);
    try (BareChain chain = new BareChain(clients, topics, partitions, recordBytes)) {
      Load.Measured measured =
          new Load(chain, progress)
              .measure(
                  settings.pressure().as(BenchSettings.Mode.SATURATE),
                  settings.times(),
                  Load.Probe.NONE);
      return new BenchReport.Baseline(measured.perSecond(), floor);
    }
  }
}
