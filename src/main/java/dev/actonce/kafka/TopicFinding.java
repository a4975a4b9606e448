package dev.actonce.kafka;

/**
 * One way in which the cluster differs from what ActOnce needs.
 *
 * @param severity whether ActOnce may run with it
 * @param topic the topic's full name
 * @param what the property that differs, such as {@code partitions}
 * @param expected what it should be
 * @param actual what it is
 * @param remedy what to do
 */
public record TopicFinding(
    Severity severity, String topic, String what, String expected, String actual, String remedy) {
  /** How bad a finding is. */
  public enum Severity {
    /** The guarantee does not hold; nothing starts. */
    ERROR,
    /** ActOnce runs; a person should look. */
    WARNING
  }

  /** Everything in one line. */
  public String line() {
    return "%s: %s is %s, expected %s; %s".formatted(topic, what, actual, expected, remedy);
  }
}
