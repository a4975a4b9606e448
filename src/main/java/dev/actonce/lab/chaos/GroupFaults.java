package dev.actonce.lab.chaos;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.GroupNotEmptyException;

/** What an administrator can do to the executors' group and transactions. */
final class GroupFaults {
  private static final long CALL_SECONDS = 60;
  private static final Duration EMPTY_LIMIT = Duration.ofSeconds(90);
  private static final long PAUSE_MS = 500;

  private final Admin admin;
  private final KafkaConfig kafka;

  GroupFaults(Admin admin, KafkaConfig kafka) {
    this.admin = admin;
    this.kafka = kafka;
  }

  /** Deletes the group with its offsets; its members must have been stopped. */
  void deleteOffsets() throws InterruptedException {
    String group = ExecutorConfig.of(kafka, "any").group();
    long end = System.nanoTime() + EMPTY_LIMIT.toNanos();
    while (true) {
      try {
        call(admin.deleteConsumerGroups(List.of(group)).all());
        return;
      } catch (ExecutionException e) {
        // A killed member stays in the group until its session has timed out.
        if (!(e.getCause() instanceof GroupNotEmptyException) || System.nanoTime() > end) {
          throw failed("deleting the group " + group, e);
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      } catch (TimeoutException e) {
        throw failed("deleting the group " + group, e);
      }
    }
  }

  /** Takes the transactional ids away from those who use them. */
  void fence(List<Member> executors) throws InterruptedException {
    List<String> ids =
        executors.stream()
            .map(executor -> ExecutorConfig.of(kafka, executor.name()).transactionalId())
            .toList();
    try {
      call(admin.fenceProducers(ids).all());
    } catch (ExecutionException | TimeoutException e) {
      throw failed("fencing " + ids, e);
    }
  }

  private static void call(KafkaFuture<Void> future)
      throws InterruptedException, ExecutionException, TimeoutException {
    var unused = future.get(CALL_SECONDS, TimeUnit.SECONDS);
  }

  private static ActOnceException failed(String what, Exception cause) {
    return new ActOnceException(ErrorCode.BROKER_UNAVAILABLE, what + " failed: " + cause, cause);
  }
}
