package dev.actonce.node;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import dev.actonce.kafka.doctor.Rule;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The doctor's look before a node starts. */
final class Fitness {
  private static final Logger LOG = LoggerFactory.getLogger(Fitness.class);

  private Fitness() {}

  /**
   * What one broker cannot change: warned of where others run the brokers, and not where the broker
   * is a part of the same process.
   */
  private static final Set<Rule> COPIES =
      EnumSet.of(
          Rule.COPIES, Rule.TRANSACTION_LOG_COPIES, Rule.OFFSETS_COPIES, Rule.CHANGELOG_COPIES);

  /** Whose the brokers are. */
  enum Brokers {
    OF_OTHERS,
    /** One, in this process. */
    EMBEDDED
  }

  /**
   * Logs the doctor's warnings.
   *
   * @throws dev.actonce.core.ActOnceException for its errors, as {@link Doctor#requireFit}
   */
  static void require(KafkaConfig kafka, Catalog catalog, Brokers brokers) {
    try (Doctor doctor = Doctor.open(new ClientSettings(kafka))) {
      warnings(doctor.requireFit(catalog.tools().stream().map(Tool::policy).toList()), brokers)
          .forEach(warning -> LOG.warn("{}", warning));
    }
  }

  static List<String> warnings(List<Finding> findings, Brokers brokers) {
    return Finding.lines(
        findings.stream()
            .filter(found -> brokers == Brokers.OF_OTHERS || !COPIES.contains(found.rule()))
            .toList());
  }
}
