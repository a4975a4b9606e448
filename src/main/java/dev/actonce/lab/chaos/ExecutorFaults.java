package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Kills, freezes and fences executors, and takes their offsets away. */
final class ExecutorFaults implements Inflictor {
  /** Past the session timeout, so that the partitions have gone to another executor. */
  static final Duration FREEZE = Roles.SESSION_TIMEOUT.plusSeconds(3);

  private static final Duration STEP_LIMIT = Duration.ofSeconds(20);

  /** For the way from a worker that goes on to the provider. */
  private static final Duration CALL_LIMIT = Duration.ofSeconds(15);

  private static final int ATTEMPTS = 6;

  private final List<Member> executors;
  private final ProviderFaults provider;
  private final GroupFaults group;

  ExecutorFaults(List<Member> executors, ProviderFaults provider, GroupFaults group) {
    this.executors = List.copyOf(executors);
    this.provider = provider;
    this.group = group;
  }

  @Override
  public void inflict(FaultSchedule.Fault fault) throws InterruptedException {
    switch (fault.kind()) {
      case KILL_BEFORE_CLAIM -> killAt(StopPoint.Step.BEFORE_CLAIM, fault);
      case KILL_AFTER_CLAIM_COMMIT -> killAt(StopPoint.Step.AFTER_CLAIM_COMMIT, fault);
      case KILL_BEFORE_OUTCOME_COMMIT -> killAt(StopPoint.Step.BEFORE_OUTCOME_COMMIT, fault);
      case KILL_AFTER_OUTCOME_COMMIT -> killAt(StopPoint.Step.AFTER_OUTCOME_COMMIT, fault);
      case KILL_AFTER_SEND -> killCalling(ProviderFaults.Point.BEFORE_BOOKING, fault);
      case KILL_AFTER_EFFECT -> killCalling(ProviderFaults.Point.AFTER_BOOKING, fault);
      case KILL_EXECUTOR -> kill(target(fault, 0));
      case FREEZE_EXECUTOR -> freeze(target(fault, 0));
      case DELETE_OFFSETS -> deleteOffsets();
      case FENCE_PRODUCERS -> group.fence(executors);
      default -> throw new IllegalArgumentException(fault.kind() + " is no fault of executors");
    }
  }

  private Member target(FaultSchedule.Fault fault, int attempt) throws InterruptedException {
    Member member = executors.get((fault.target() + attempt) % executors.size());
    member.awaitReady(Cluster.READY_LIMIT);
    return member;
  }

  private static void kill(Member member) throws InterruptedException {
    member.hold(
        () -> {
          member.kill();
          member.start();
        });
  }

  private static void freeze(Member member) throws InterruptedException {
    member.hold(() -> member.child().freeze(FREEZE));
  }

  /** An executor may own nothing at the moment and never reach the step; then another is taken. */
  private void killAt(StopPoint.Step step, FaultSchedule.Fault fault) throws InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Member member = target(fault, attempt);
      Optional<String> reached = arm(member, step);
      kill(member);
      if (reached.isPresent()) {
        return;
      }
    }
    throw notReached(fault);
  }

  private void killCalling(ProviderFaults.Point point, FaultSchedule.Fault fault)
      throws InterruptedException {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      Member member = target(fault, attempt);
      Optional<String> reached = arm(member, StopPoint.Step.CALLING);
      boolean held = false;
      if (reached.isPresent()) {
        String order = reached.get().substring(StopPoint.Step.CALLING.name().length() + 1);
        ProviderFaults.Hold hold = provider.hold(order, point);
        member.child().tell(StopPoint.GO);
        held = hold.awaitReached(CALL_LIMIT);
        kill(member);
        provider.release(order);
      } else {
        kill(member);
      }
      if (held) {
        return;
      }
    }
    throw notReached(fault);
  }

  private static Optional<String> arm(Member member, StopPoint.Step step)
      throws InterruptedException {
    member.child().tell(StopPoint.ARM + step);
    return member.child().awaitReached(STEP_LIMIT);
  }

  private void deleteOffsets() throws InterruptedException {
    hold(
        0,
        () -> {
          for (Member executor : executors) {
            executor.stop();
          }
          try {
            group.deleteOffsets();
          } finally {
            executors.forEach(Member::start);
          }
        });
  }

  /** Holds all executors, from this one on. */
  private void hold(int from, Member.Work work) throws InterruptedException {
    if (from == executors.size()) {
      work.run();
    } else {
      executors.get(from).hold(() -> hold(from + 1, work));
    }
  }

  private static ActOnceException notReached(FaultSchedule.Fault fault) {
    return new ActOnceException(
        ErrorCode.TIMED_OUT,
        "no executor came to the point of "
            + fault.kind().label()
            + " in "
            + ATTEMPTS
            + " attempts of "
            + STEP_LIMIT
            + "; is there traffic?");
  }
}
