package dev.actonce.kafka.doctor;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds transactions that hold readers back. Pure: the present is an argument. */
final class TransactionCheck {
  /** Our own transactions take milliseconds; a garbage collection may add a second. */
  static final Duration SILENCE = Duration.ofSeconds(2);

  /** Coordinators look for timed out transactions every 10 s, and writing the end takes time. */
  static final Duration GRACE = Duration.ofSeconds(30);

  private TransactionCheck() {}

  /** Transactions that are open without being written to. */
  static List<Finding> open(List<OpenTransaction> transactions, Instant now) {
    List<Finding> findings = new ArrayList<>();
    for (OpenTransaction open : transactions) {
      Duration silent = Duration.between(open.writer().lastWroteAt(), now);
      if (silent.compareTo(SILENCE) >= 0) {
        Rule rule =
            isOverdue(open, silent, now) ? Rule.HANGING_TRANSACTION : Rule.SILENT_TRANSACTION;
        findings.add(
            new Finding(rule, open.place(), "ended within " + SILENCE, describe(open, silent)));
      }
    }
    return List.copyOf(findings);
  }

  /** Partitions in which committed records cannot be read because of such a transaction. */
  static List<Finding> lags(List<StableLag> lags, List<OpenTransaction> transactions, Instant now) {
    List<Finding> findings = new ArrayList<>();
    for (StableLag lag : lags) {
      List<String> holders =
          transactions.stream()
              .filter(open -> open.at().equals(lag.at()))
              .filter(
                  open ->
                      Duration.between(open.writer().lastWroteAt(), now).compareTo(SILENCE) >= 0)
              .map(OpenTransaction::place)
              .toList();
      if (lag.records() > 0 && !holders.isEmpty()) {
        findings.add(
            new Finding(
                Rule.STABLE_OFFSET_LAG,
                lag.at().toString(),
                "0",
                "%d records (stable %d, end %d) because of %s"
                    .formatted(
                        lag.records(), lag.lastStable(), lag.end(), String.join(", ", holders))));
      }
    }
    return List.copyOf(findings);
  }

  /**
   * Whether its coordinator will not end it: it knows of no such transaction, or should have ended
   * it long ago.
   */
  private static boolean isOverdue(OpenTransaction open, Duration silent, Instant now) {
    Optional<Instant> startedAt =
        open.coordinated().flatMap(OpenTransaction.Coordinated::startedAt);
    if (startedAt.isEmpty()) {
      return silent.compareTo(GRACE) > 0;
    }
    Duration timeout = open.coordinated().orElseThrow().timeout();
    return Duration.between(startedAt.get(), now).compareTo(timeout.plus(GRACE)) > 0;
  }

  private static String describe(OpenTransaction open, Duration silent) {
    String coordinator =
        open.coordinated()
            .map(
                known ->
                    "transactional id %s, %s, time-out %s"
                        .formatted(known.transactionalId(), known.state(), known.timeout()))
            .orElse("unknown to its coordinator");
    return "silent for %s, of producer %d epoch %d, %s"
        .formatted(
            Duration.ofSeconds(silent.toSeconds()),
            open.writer().producerId(),
            open.writer().epoch(),
            coordinator);
  }
}
