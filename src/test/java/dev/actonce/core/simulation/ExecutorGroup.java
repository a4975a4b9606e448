package dev.actonce.core.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The executors' consumer group: who owns which partition, and what happens to the members. */
final class ExecutorGroup {
  private static final int TURN_MS = 700;
  private static final int IDLE_TURN_MS = 5_000;
  private static final int RESTART_MS = 3_000;
  private static final int MAX_STALL_MS = 8_000;
  private static final int SESSION_MS = 5_000;

  /** One process and its fate. */
  private static final class Member {
    private final ExecutorActor actor;
    private int life;
    private boolean isUp;
    private boolean isBusy;
    private boolean isTicking;

    Member(ExecutorActor actor) {
      this.actor = actor;
    }
  }

  private final Topics topics;
  private final Timeline time;
  private final Settlements settlements;
  private final List<Member> members = new ArrayList<>();
  private final Map<Partition, Member> owners = new HashMap<>();

  ExecutorGroup(Topics topics, Settlements settlements, List<ExecutorActor> executors) {
    this.topics = topics;
    this.time = topics.time();
    this.settlements = settlements;
    executors.forEach(actor -> members.add(new Member(actor)));
    members.forEach(this::join);
  }

  void wakeUp() {
    for (Member member : members) {
      if (member.isUp && !member.isTicking) {
        member.isTicking = true;
        later(member, 1);
      }
    }
  }

  private void join(Member member) {
    member.actor.join();
    member.isUp = true;
    member.isBusy = false;
    for (Partition partition : topics.partitions()) {
      if (!owners.containsKey(partition)) {
        give(partition, member);
      }
    }
    if (!owners.containsValue(member)) {
      moveOne(other(member), member);
    }
    member.isTicking = true;
    later(member, 1);
  }

  private void give(Partition partition, Member member) {
    owners.put(partition, member);
    member.actor.assign(partition);
  }

  private Member other(Member member) {
    return members.get(1 - members.indexOf(member));
  }

  /** A planned move; a member that does not answer is expelled instead. */
  private void moveOne(Member from, Member to) {
    for (Partition partition : topics.partitions()) {
      if (owners.get(partition) == from && !from.isBusy && to.isUp && to.actor.isMember()) {
        if (from.actor.giveBack(partition)) {
          give(partition, to);
        } else {
          leave(from);
        }
        return;
      }
    }
  }

  /** The group goes on without the member. */
  private void expel(Member member) {
    member.actor.expel();
    Member other = other(member);
    for (Partition partition : topics.partitions()) {
      if (owners.get(partition) == member) {
        owners.remove(partition);
        if (other.isUp && other.actor.isMember()) {
          give(partition, other);
        }
      }
    }
    wakeUp();
  }

  private void leave(Member member) {
    member.actor.leave();
    restart(member);
  }

  private void crash(Member member) {
    member.actor.crash();
    restart(member);
  }

  private void restart(Member member) {
    member.life++;
    member.isUp = false;
    member.isTicking = false;
    expel(member);
    time.afterMillis(1 + time.below(RESTART_MS), () -> join(member));
  }

  private void turn(Member member) {
    topics.partitions().forEach(this::operate);
    member.isBusy = true;
    member.actor.prepare();
    if (time.strikes(Fault.CRASH_BEFORE_COMMIT)) {
      crash(member);
    } else if (time.strikes(Fault.STALLED_BEFORE_COMMIT)) {
      mayBeExpelled(member);
      inThisLife(member, 1 + time.below(MAX_STALL_MS), () -> commit(member));
    } else {
      commit(member);
    }
  }

  private void commit(Member member) {
    if (time.strikes(Fault.TRANSACTION_ABORTED)) {
      leave(member);
      return;
    }
    int delayMs = time.strikes(Fault.COMMIT_DELAYED) ? 1 + time.below(3_000) : 0;
    if (delayMs > 0) {
      mayBeExpelled(member);
    }
    int life = member.life;
    Runnable done =
        () -> {
          if (member.life == life) {
            committed(member);
          }
        };
    if (!member.actor.commit(delayMs, done)) {
      leave(member);
    }
  }

  private void committed(Member member) {
    member.isBusy = false;
    if (time.strikes(Fault.CRASH_AFTER_COMMIT)) {
      crash(member);
      return;
    }
    int stallMs = 0;
    int pauseMs = 0;
    if (time.strikes(Fault.STALLED_BEFORE_CALL)) {
      stallMs = time.below(MAX_STALL_MS);
      pauseMs = time.strikes(Fault.CLOCK_PAUSED) ? member.actor.clock().pause() : 0;
      mayBeExpelled(member);
    }
    member.actor.start(stallMs, pauseMs);
    if (stallMs == 0 && time.strikes(Fault.PARTITION_MOVED)) {
      moveOne(member, other(member));
    }
    if (member.isUp) {
      member.isBusy = stallMs > 0;
      next(member, stallMs + pauseMs);
    }
  }

  private void next(Member member, int afterMs) {
    if (topics.hasWork()) {
      int turnMs = time.hasFaults() ? TURN_MS : IDLE_TURN_MS;
      later(member, afterMs + 1 + time.below(turnMs));
    } else {
      member.isTicking = false;
      member.isBusy = false;
    }
  }

  /** Its session may run out while it is stalled; it goes on as a zombie. */
  private void mayBeExpelled(Member member) {
    if (time.strikes(Fault.EXPELLED)) {
      inThisLife(member, time.below(SESSION_MS), () -> expel(member));
    }
  }

  private void operate(Partition partition) {
    if (time.chance(4)) {
      settlements.operate(partition);
    }
  }

  private void later(Member member, int delayMs) {
    inThisLife(member, delayMs, () -> turn(member));
  }

  private void inThisLife(Member member, int delayMs, Runnable action) {
    int life = member.life;
    time.afterMillis(
        delayMs,
        () -> {
          if (member.life == life) {
            action.run();
          }
        });
  }
}
