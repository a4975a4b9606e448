package dev.actonce.node;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The doctor's look before a node starts. */
final class Fitness {
  private static final Logger LOG = LoggerFactory.getLogger(Fitness.class);

  private Fitness() {}

  /**
   * Logs the doctor's warnings.
   *
   * @throws dev.actonce.core.ActOnceException for its errors, as {@link Doctor#requireFit}
   */
  static void require(KafkaConfig kafka, Catalog catalog) {
    try (Doctor doctor = Doctor.open(new ClientSettings(kafka))) {
      Finding.lines(doctor.requireFit(catalog.tools().stream().map(Tool::policy).toList()))
          .forEach(warning -> LOG.warn("{}", warning));
    }
  }
}
