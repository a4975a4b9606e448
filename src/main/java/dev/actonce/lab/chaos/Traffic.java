package dev.actonce.lab.chaos;

import dev.actonce.core.SafetyClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * What the agents want, and when they publish it: actions of all safety classes at a steady rate,
 * about half of them published again, once to three times, by other agents: at once, within
 * seconds, or after a pause. The same seed and length give the same traffic. Pure.
 *
 * @param actions by index
 * @param publishes in the order of their time
 */
record Traffic(List<Action> actions, List<Publish> publishes) {
  /** Distinct actions per second. */
  static final int RATE = 14;

  /** How many agents share the publishes. */
  static final int AGENTS = 3;

  private static final double REPEATED = 0.5;
  private static final int MAX_REPEATS = 3;
  private static final int MAX_CENTS = 90_000;
  private static final int CUSTOMERS = 200;

  /**
   * One thing that shall happen once.
   *
   * @param order names it at the provider
   * @param identity how agents name it to us
   */
  record Action(int index, SafetyClass tool, String order, Identity identity, int cents) {
    String customer() {
      return "cus_" + index % CUSTOMERS;
    }
  }

  /** Where an action's key comes from. */
  enum Identity {
    INTENT_ID,
    ARGUMENTS
  }

  /**
   * One publish of an action.
   *
   * @param at after the start of the traffic
   * @param copy 0 for the first publish of the action
   */
  record Publish(Duration at, Action action, int agent, int copy) {}

  Traffic {
    actions = List.copyOf(actions);
    publishes = List.copyOf(publishes);
  }

  static Traffic of(long seed, Duration length) {
    Random random = new Random(~seed);
    List<Action> actions = new ArrayList<>();
    List<Publish> publishes = new ArrayList<>();
    int count = Math.toIntExact(length.toSeconds() * RATE);
    SafetyClass[] classes = SafetyClass.values();
    for (int i = 0; i < count; i++) {
      Action action =
          new Action(
              i,
              classes[random.nextInt(classes.length)],
              String.format("ord-%06d", i + 1),
              random.nextBoolean() ? Identity.INTENT_ID : Identity.ARGUMENTS,
              100 + random.nextInt(MAX_CENTS));
      actions.add(action);
      publish(action, Duration.ofMillis(i * 1000L / RATE), length, random, publishes);
    }
    publishes.sort(Comparator.comparing(Publish::at));
    return new Traffic(actions, publishes);
  }

  List<Publish> of(int agent) {
    return publishes.stream().filter(publish -> publish.agent() == agent).toList();
  }

  private static void publish(
      Action action, Duration at, Duration length, Random random, List<Publish> publishes) {
    int agent = random.nextInt(AGENTS);
    int repeats = random.nextDouble() < REPEATED ? 1 + random.nextInt(MAX_REPEATS) : 0;
    publishes.add(new Publish(at, action, agent, 0));
    for (int copy = 1; copy <= repeats; copy++) {
      Duration later = at.plus(pause(random));
      publishes.add(
          new Publish(
              later.compareTo(length) < 0 ? later : length, action, (agent + copy) % AGENTS, copy));
    }
  }

  private static Duration pause(Random random) {
    return Duration.ofMillis(
        switch (random.nextInt(3)) {
          case 0 -> random.nextInt(50);
          case 1 -> 200 + random.nextInt(3_000);
          default -> 5_000 + random.nextInt(25_000);
        });
  }
}
