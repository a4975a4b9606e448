package dev.actonce.executor;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.ExecutionMachine;
import dev.actonce.kafka.DeadLetter;
import dev.actonce.kafka.DeadLetterLog;
import dev.actonce.kafka.OversizedRecord;
import dev.actonce.wire.Codecs;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns polled records into claims and settlements. Confined to the poll thread. */
final class Intake {
  private static final Logger LOG = LoggerFactory.getLogger(Intake.class);

  private final Assignment assignment;
  private final Executions executions;
  private final Tools tools;
  private final Codecs codecs;
  private final Clocks clocks;
  private final String instance;
  private final DeadLetterLog deadLetters;

  Intake(
      Assignment assignment,
      Executions executions,
      Tools tools,
      Codecs codecs,
      Clocks clocks,
      String instance) {
    this.assignment = assignment;
    this.executions = executions;
    this.tools = tools;
    this.codecs = codecs;
    this.clocks = clocks;
    this.instance = instance;
    this.deadLetters = new DeadLetterLog(LOG, clocks.wall());
  }

  /** Claims what the partition's order and the bounds allow. */
  void claimFrom(int partition, Batch batch) {
    ConsumerRecord<byte[], byte[]> record = assignment.peek(partition);
    while (record != null && executions.capacity() > 0 && claim(record, batch)) {
      assignment.take(partition);
      batch.touch(partition);
      record = assignment.peek(partition);
    }
  }

  /** Returns false when the record cannot be read now, through no fault of its own. */
  boolean settle(ConsumerRecord<byte[], byte[]> record, Batch batch) {
    Settlement settlement;
    try {
      settlement = decoded(record, value -> codecs.settlements().decode(value, record.headers()));
    } catch (ActOnceException e) {
      if (e.code() != ErrorCode.UNDECODABLE) {
        LOG.warn(
            "settlement {}-{}@{} waits: {}",
            record.topic(),
            record.partition(),
            record.offset(),
            e.getMessage());
        return false;
      }
      assignment.settled(record);
      putAside(record, e, batch);
      return true;
    }
    assignment.settled(record);
    executions.settle(settlement, batch);
    batch.touch(record.partition());
    return true;
  }

  /** Returns false when the record must wait for capacity. */
  private boolean claim(ConsumerRecord<byte[], byte[]> record, Batch batch) {
    ApprovedAction action;
    try {
      action = decoded(record, value -> codecs.actions().decode(value));
    } catch (ActOnceException e) {
      putAside(record, e, batch);
      return true;
    }
    @Nullable Execution live = executions.find(action.key());
    if (live != null) {
      LOG.warn(
          "key={} generation={} was dispatched while claim {} is live; not executed again",
          action.key(),
          action.generation(),
          live.claim().claimId());
      return true;
    }
    String name = action.intent().action();
    Optional<BoundTool> tool = tools.find(name);
    Claim.Terms terms =
        tool.map(t -> Claim.Terms.of(t.policy()))
            .orElse(new Claim.Terms(SafetyClass.UNSAFE, "none"));
    Claim claim = newClaim(action, terms, record.offset());
    if (tool.isEmpty()) {
      LOG.error("action={} has no handler in this executor; key={} fails", name, action.key());
      batch.outcome(record.partition(), ExecutionMachine.noHandler(claim, clocks.wall().instant()));
      return true;
    }
    if (!executions.hasCapacity(tool.get())) {
      return false;
    }
    executions.claim(record.partition(), tool.get(), claim, batch);
    batch.claimedOf(record.timestamp());
    return true;
  }

  private Claim newClaim(ApprovedAction action, Claim.Terms terms, long offset) {
    UUID id = new UUID(clocks.random().nextLong(), clocks.random().nextLong());
    return Claim.fresh(action, id.toString(), instance, terms, clocks.wall().instant(), offset);
  }

  /** Whatever the bytes do to a decoder, they are no more than undecodable. */
  private static <T> T decoded(ConsumerRecord<byte[], byte[]> record, Function<byte[], T> decoder) {
    byte @Nullable [] value = record.value();
    if (value == null) {
      throw new ActOnceException(ErrorCode.UNDECODABLE, "the record has no value");
    }
    try {
      return decoder.apply(value);
    } catch (ActOnceException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError e) {
      throw new ActOnceException(ErrorCode.UNDECODABLE, "the decoder failed: " + e, e);
    }
  }

  private void putAside(
      ConsumerRecord<byte[], byte[]> record, ActOnceException error, Batch batch) {
    DeadLetter.Source source =
        new DeadLetter.Source(
            record.topic(), record.partition(), record.offset(), record.timestamp());
    OptionalInt size = OversizedRecord.sizeOf(record.value());
    String reason = size.isPresent() ? OversizedRecord.REASON : error.code().name();
    String message =
        size.isPresent()
            ? OversizedRecord.message("value", size.getAsInt())
            : String.valueOf(error.getMessage());
    deadLetters.note(source, reason, message);
    batch.putAside(
        record.partition(),
        size.isPresent()
            ? DeadLetter.withoutContents(source, reason, message)
            : DeadLetter.of(
                source, record.key(), record.value(), record.headers(), reason, message));
  }
}
