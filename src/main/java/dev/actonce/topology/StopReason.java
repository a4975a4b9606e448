package dev.actonce.topology;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.AccessRefusal;
import dev.actonce.topology.FailedRecords.Place;
import dev.actonce.topology.FailedRecords.Position;
import dev.actonce.topology.FailedRecords.Step;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says why a Streams application waits or has stopped: the cause rather than Streams' wrapping, the
 * right that is missing, or the record at fault and how to go on without it. Thread-safe.
 */
final class StopReason {
  private static final String NOTHING_LOST = "Nothing is lost or skipped";

  /** What Streams writes when a processor throws. */
  private static final Pattern POSITION =
      Pattern.compile("topic=([^,\\s]+), partition=(\\d+), offset=(\\d+)");

  private final String what;
  private final KafkaConfig kafka;
  private final FailedRecords failed;
  private final @Nullable String skipCommand;

  private StopReason(
      String what, KafkaConfig kafka, FailedRecords failed, @Nullable String skipCommand) {
    this.what = what;
    this.kafka = kafka;
    this.failed = failed;
    this.skipCommand = skipCommand;
  }

  static StopReason ofGate(KafkaConfig kafka, FailedRecords failed) {
    return new StopReason("gate", kafka, failed, "ops/actonce gate --skip ");
  }

  /** For an application whose records may be skipped, so that it names no command for it. */
  static StopReason of(String what, KafkaConfig kafka) {
    return new StopReason(what, kafka, new FailedRecords(), null);
  }

  /** Name of the application, for people. */
  String what() {
    return what;
  }

  /** Why it waits and tries again. */
  String waiting(StreamFailure failure) {
    return switch (failure.kind()) {
      case ACCESS -> refusal(failure);
      case SURROUNDINGS -> "Kafka at " + kafka.bootstrapServers() + ": " + failure.message();
      case REGISTRY, LASTING, UNKNOWN -> text(failure);
    };
  }

  /** The record at which a failure arose, as far as it is known. */
  Optional<Position> position(StreamFailure failure) {
    Optional<Place> place = failed.of(failure.causes());
    if (place.isPresent()) {
      return place.map(Place::at);
    }
    return failure.causes().stream()
        .map(cause -> POSITION.matcher(String.valueOf(cause.getMessage())))
        .filter(Matcher::find)
        .map(
            found ->
                new Position(
                    found.group(1),
                    Integer.parseInt(found.group(2)),
                    Long.parseLong(found.group(3))))
        .findFirst();
  }

  /** The error with which it ends; its category is that of the cause. */
  ActOnceException stopped(StreamFailure failure) {
    Throwable cause = failure.causes().get(0);
    if (failure.telling() instanceof ActOnceException own) {
      return own;
    }
    if (failure.kind() == StreamFailure.Kind.ACCESS) {
      return new ActOnceException(
          ErrorCode.ACCESS_DENIED,
          "the %s stopped: %s; allow it, or check --kafka-config, then start it again. %s"
              .formatted(what, refusal(failure), NOTHING_LOST),
          cause);
    }
    if (failure.kind() == StreamFailure.Kind.SURROUNDINGS) {
      return new ActOnceException(
          ErrorCode.BROKER_UNAVAILABLE,
          "the %s stopped: Kafka at %s does not let it commit: %s; start it again when it does. %s"
              .formatted(what, kafka.bootstrapServers(), failure.message(), NOTHING_LOST),
          cause);
    }
    Optional<Position> at = position(failure);
    return new ActOnceException(
        ErrorCode.INTERNAL,
        at.isPresent() && skipCommand != null
            ? "the %s stopped at the record %s: %s. %s. To put this record aside and go on: %s%s"
                .formatted(what, at.get(), text(failure), NOTHING_LOST, skipCommand, at.get())
            : "the %s stopped: %s. %s; start it again, and look at its log if it stops again"
                .formatted(what, text(failure), NOTHING_LOST),
        cause);
  }

  private static String text(StreamFailure failure) {
    return failure.telling().toString();
  }

  private String refusal(StreamFailure failure) {
    AccessRefusal.Use use =
        failed
            .of(failure.causes())
            .map(Place::step)
            .or(() -> isSend(failure) ? Optional.of(Step.WRITE) : Optional.empty())
            .map(step -> step == Step.READ ? AccessRefusal.Use.READ : AccessRefusal.Use.WRITE)
            .orElse(AccessRefusal.Use.UNKNOWN);
    return AccessRefusal.describe(failure.telling(), use, kafka);
  }

  /** A refused send is not shown to the handler of failed sends. */
  private static boolean isSend(StreamFailure failure) {
    return failure.causes().stream()
        .anyMatch(
            cause -> String.valueOf(cause.getMessage()).startsWith("Error encountered sending"));
  }
}
