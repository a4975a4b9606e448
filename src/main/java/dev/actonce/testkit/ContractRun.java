package dev.actonce.testkit;

import dev.actonce.catalog.contract.ContractRecord;
import dev.actonce.catalog.contract.ContractRecords;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of a contract over the matrix. Confined to the thread that runs the tests. */
final class ContractRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ContractRun.class);

  private final ToolContract contract;
  private final Path record;
  private final Path directory;
  private final Suite suite;
  private final NetworkRows network;
  private final RetryRows retries;
  private final ClockRows clock;
  private final Set<ContractRow> passed = EnumSet.noneOf(ContractRow.class);
  private final Set<ContractRow> done = EnumSet.noneOf(ContractRow.class);

  private ContractRun(Suite suite, Path record) {
    this.contract = suite.contract();
    this.record = record;
    this.directory = suite.place().directory();
    this.suite = suite;
    this.network = NetworkRows.begin(suite);
    this.retries = new RetryRows(suite);
    this.clock = new ClockRows(suite);
  }

  /**
   * Starts the pipeline and the rows that only wait.
   *
   * @param broker shared with other suites
   * @param record directory for the record of a passed suite
   */
  static ContractRun open(ToolContract contract, EmbeddedBroker broker, Path record) {
    Path directory;
    try {
      directory = Files.createTempDirectory("actonce-contract-");
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "a contract needs a temporary directory: " + e, e);
    }
    Suite suite = Suite.open(contract, broker, directory);
    try {
      return new ContractRun(suite, record);
    } catch (RuntimeException e) {
      suite.close();
      throw e;
    }
  }

  /** Runs a row; throws {@link ContractViolation} if it does not hold. */
  void check(ContractRow row) {
    contract.reasonAgainst(row).ifPresent(reason -> skip(row, reason));
    Observation seen = observe(row);
    Diagnosis.of(contract.action(), seen)
        .ifPresent(
            message -> {
              throw new ContractViolation(message);
            });
    passed.add(row);
    done.add(row);
  }

  private Observation observe(ContractRow row) {
    return switch (row) {
      case RESPONSE_DROPPED, RESPONSE_DELAYED, BODY_CUT, CONNECTION_RESET, SERVER_ERROR ->
          network.observe(row);
      case PROCESS_KILLED -> new KillRow(suite).observe();
      case DUPLICATE_DELIVERY -> retries.duplicateDelivery();
      case TWO_AGENTS -> retries.twoAgents();
      case REORDERED_ARGUMENTS ->
          retries.respelled(
              row,
              orSkip(
                  row,
                  ArgumentVariants.reordered(retries.arguments(row)),
                  "no object of the arguments has two members"));
      case EQUAL_NUMBERS ->
          retries.respelled(
              row,
              orSkip(
                  row,
                  ArgumentVariants.numbersRespelled(retries.arguments(row)),
                  "the arguments have no number"));
      case NEW_TOOL_CALL_ID ->
          retries.respelled(
              row,
              orSkip(
                  row,
                  Optional.of(retries.arguments(row)).filter(same -> !suite.trustsToolCallIds()),
                  "its catalog says key: tool_call, so a new id is another action"));
      case BEFORE_WINDOW_END, AT_WINDOW_END, AFTER_WINDOW_END -> clock.aroundWindowEnd(row);
      case PROVIDER_KEY_EXPIRED -> clock.pastProviderKey();
      case OTHER_ARGUMENTS -> retries.otherArguments();
      case OTHER_NESTED_ARGUMENTS ->
          retries.otherNestedArguments(
              orSkip(
                  row,
                  retries.nestedAltered(),
                  "no nested argument is part of the action's identity"));
    };
  }

  private String orSkip(ContractRow row, Optional<String> variant, String reason) {
    if (variant.isEmpty()) {
      skip(row, reason);
    }
    return variant.orElseThrow();
  }

  private void skip(ContractRow row, String reason) {
    done.add(row);
    Assumptions.abort(row + " does not apply to " + contract.action() + ": " + reason);
  }

  /** Ends everything; if every row passed or does not apply, writes the record. */
  @Override
  public void close() {
    suite.close();
    closeTarget();
    delete(directory);
    if (done.size() == ContractRow.values().length && !passed.isEmpty()) {
      new ContractRecords(record)
          .write(
              new ContractRecord(
                  contract.action(),
                  contract.tool().policy().hash(),
                  contract.adapterVersion(),
                  passed.stream().map(Enum::name).toList(),
                  LocalDate.now(Clock.systemUTC())));
    }
  }

  private void closeTarget() {
    try {
      contract.closing().close();
    } catch (Exception e) { // Foreign code: the rows have spoken already.
      LOG.warn("the target of {} failed to close", contract.action(), e);
    }
  }

  private static void delete(Path directory) {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      LOG.warn("cannot delete {}", directory, e);
    }
  }
}
