package dev.actonce.testkit;

import dev.actonce.client.Publication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * The row whose executor dies: a process of its own performs the action, the target answers, the
 * proxy holds the answer, and the process is killed. Then an executor of the suite takes over from
 * the claim. Real: the process, the kill, the broker's time-out, the recovery.
 */
final class KillRow {
  /** Much longer than it takes to kill a process. */
  private static final Duration HELD = Duration.ofMinutes(2);

  private static final Duration LOOK = Duration.ofMillis(20);

  private final Suite suite;

  KillRow(Suite suite) {
    this.suite = suite;
  }

  Observation observe() {
    ContractRow row = ContractRow.PROCESS_KILLED;
    String id = suite.id(row, "");
    Injection injection = suite.proxy().inject(FaultRule.delayOnce(HELD, id));
    AgentCall call = suite.call(id);
    Killed killed = performAndKill(injection, call);
    Publication first = killed.publication();
    Try told = suite.await(first, id);
    Try again = suite.await(suite.publish(suite.retry(call)), id);
    return new Observation(
        row,
        suite.tool().policy().safety(),
        new Observation.Trigger(
            killed.afterEffect(), "the kill of a process whose call had its effect"),
        List.of(told, again),
        new Observation.TargetSide(suite.live().calls().of(id), injection.exchanges()),
        new Observation.Effects(suite.effects(id), 1));
  }

  private record Killed(Publication publication, boolean afterEffect) {}

  /** The suite's own executor is back on return, whatever happens: the other rows need it. */
  private Killed performAndKill(Injection injection, AgentCall call) {
    ContractPipeline pipeline = suite.live().pipeline();
    pipeline.stopExecutor();
    try (KilledProcess process = KilledProcess.start(suite.contract().process(), order())) {
      Publication publication = suite.publish(call);
      boolean effective = awaitEffect(injection, publication);
      return new Killed(publication, process.kill() && effective);
    } finally {
      pipeline.startExecutor();
    }
  }

  private boolean awaitEffect(Injection injection, Publication publication) {
    long deadline = System.nanoTime() + Suite.PATIENCE.toNanos();
    while (injection.fired() == 0 && System.nanoTime() < deadline) {
      publication.await(LOOK);
    }
    return injection.fired() == 1;
  }

  private ContractProcess.Order order() {
    Path directory = suite.place().directory();
    Path catalog = directory.resolve("tools.yaml");
    try {
      Files.writeString(catalog, suite.contract().catalog());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ContractProcess.Order(
        suite.live().pipeline().kafka().bootstrapServers(),
        suite.live().pipeline().kafka().topicPrefix(),
        catalog,
        suite.contract().action(),
        suite.proxy().address().getPort(),
        directory);
  }
}
