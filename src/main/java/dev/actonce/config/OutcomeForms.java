package dev.actonce.config;

/** In which forms outcomes are told. */
public enum OutcomeForms {
  /** In Avro, on the topic {@code outcomes}. */
  AVRO,
  /** In Avro, and the same again in JSON on the topic {@code outcomes.json}. */
  AVRO_AND_JSON
}
