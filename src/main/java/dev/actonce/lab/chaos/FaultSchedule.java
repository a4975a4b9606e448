package dev.actonce.lab.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Which faults happen when. The same seed and length give the same plan. Each lane runs through all
 * of its kinds in a random order before it repeats one. Pure.
 *
 * @param faults in the order of their time
 */
record FaultSchedule(List<Fault> faults) {
  /** Nothing is planned for the end: a fault needs some time to happen. */
  static final Duration QUIET_END = Duration.ofSeconds(8);

  private static final double JITTER = 0.2;

  /**
   * One planned fault.
   *
   * @param at after the start of the traffic
   * @param target which of the lane's processes, to be taken modulo their number
   */
  record Fault(Duration at, FaultKind kind, int target) {}

  FaultSchedule {
    faults = List.copyOf(faults);
  }

  static FaultSchedule of(long seed, Duration length) {
    Random random = new Random(seed);
    List<Fault> faults = new ArrayList<>();
    for (FaultKind.Lane lane : FaultKind.Lane.values()) {
      faults.addAll(lane(lane, length, random));
    }
    faults.sort(Comparator.comparing(Fault::at));
    return new FaultSchedule(faults);
  }

  List<Fault> of(FaultKind.Lane lane) {
    return faults.stream().filter(fault -> fault.kind().lane() == lane).toList();
  }

  private static List<Fault> lane(FaultKind.Lane lane, Duration length, Random random) {
    List<FaultKind> kinds =
        new ArrayList<>(
            Arrays.stream(FaultKind.values()).filter(kind -> kind.lane() == lane).toList());
    List<Fault> faults = new ArrayList<>();
    double at = first(lane).toMillis();
    double end = length.minus(QUIET_END).toMillis();
    while (at <= end) {
      if (faults.size() % kinds.size() == 0) {
        Collections.shuffle(kinds, random);
      }
      FaultKind kind = kinds.get(faults.size() % kinds.size());
      faults.add(new Fault(Duration.ofMillis((long) at), kind, random.nextInt(Short.MAX_VALUE)));
      at += spacing(lane).toMillis() * (1 + JITTER * (2 * random.nextDouble() - 1));
    }
    if (lane == FaultKind.Lane.GATES) {
      endWithTheLargestRestore(faults);
    }
    return faults;
  }

  /** The more keys the deleted state holds, the more the restore has to show. */
  private static void endWithTheLargestRestore(List<Fault> faults) {
    if (faults.isEmpty()) {
      return;
    }
    Fault last = faults.get(faults.size() - 1);
    for (int i = 0; i < faults.size(); i++) {
      Fault fault = faults.get(i);
      if (fault.kind() == FaultKind.DELETE_GATE_STATE) {
        faults.set(i, new Fault(fault.at(), last.kind(), fault.target()));
        break;
      }
    }
    faults.set(faults.size() - 1, new Fault(last.at(), FaultKind.DELETE_GATE_STATE, last.target()));
  }

  private static Duration first(FaultKind.Lane lane) {
    return switch (lane) {
      case EXECUTORS -> Duration.ofSeconds(5);
      case GATES -> Duration.ofSeconds(9);
      case BROKERS -> Duration.ofSeconds(14);
    };
  }

  /** About how long a fault and the recovery from it take on two busy cores. */
  private static Duration spacing(FaultKind.Lane lane) {
    return switch (lane) {
      case EXECUTORS -> Duration.ofSeconds(12);
      case GATES -> Duration.ofSeconds(25);
      case BROKERS -> Duration.ofSeconds(40);
    };
  }
}
