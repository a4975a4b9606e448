package dev.actonce.cli;

import dev.actonce.config.SkipPoint;
import java.util.List;
import picocli.CommandLine.Option;

/** Records that a gate passes without reading them. */
final class SkipOptions {
  @Option(
      names = "--skip",
      paramLabel = "TOPIC-PARTITION@OFFSET",
      description =
          "Pass this record unread once the gate stands before it, and write a dead letter. For one"
              + " that stops gates; slow until the next start without it. Repeatable.")
  private List<String> texts = List.of();

  /** What was given; a malformed one is an error that shows the form. */
  List<SkipPoint> points() {
    return texts.stream().map(SkipPoint::parse).toList();
  }
}
