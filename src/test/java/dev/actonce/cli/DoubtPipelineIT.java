package dev.actonce.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.testing.FaultyTarget;
import dev.actonce.testing.FaultyTarget.Fault;
import dev.actonce.testing.Intents;
import dev.actonce.testing.Wiretap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A doubt over the whole pipeline, as the agents that ask again see it. */
final class DoubtPipelineIT {

  @Test
  void tellsAWaitingDuplicateOfADoubtItsFinalOutcome() {
    try (FaultyTarget target = new FaultyTarget()) {
      Catalog catalog =
          Catalog.parse(
              """
              tools:
                post_once:
                  safety: unsafe
                  http: { url: %s, timeout: 10s }
              """
                  .formatted(target.url()),
              "test");
      target.plan("a", Fault.RESET);
      try (EmbeddedPipeline pipeline =
              EmbeddedPipeline.startTemporary(
                  0, catalog, Map.of(), EmbeddedPipeline.Options.DEFAULT);
          Wiretap wire = new Wiretap(pipeline.kafka())) {
        ActionIntent first = Intents.intent("post_once", "inv-1", "{\"name\":\"a\"}");
        wire.publish(null, first);
        OutcomeEvent unknown = awaitEvent(wire, first, e -> e.status() == OutcomeStatus.UNKNOWN);

        ActionIntent again = Intents.again(first);
        wire.publish(null, again);
        OutcomeEvent blocked = awaitEvent(wire, again, e -> e.status() == OutcomeStatus.UNKNOWN);
        assertThat(blocked.answer().advice()).contains("Do not use a new intentId");
        assertThat(blocked.history().cause()).as("counted as a blocked duplicate").isNotNull();
        assertThat(blocked.history().claimId()).isEqualTo(unknown.history().claimId());

        CommandRun run =
            CommandRun.of(
                pipeline.kafka(),
                "settle",
                String.valueOf(unknown.key()),
                "--succeeded={\"id\":\"seen\"}",
                "--by=ann");

        assertThat(run.exitCode()).isZero();
        OutcomeEvent end = awaitEvent(wire, again, e -> e.status().isFinal());
        assertThat(end.status()).isEqualTo(OutcomeStatus.ALREADY_DONE);
        assertThat(end.answer().result()).isEqualTo("{\"id\":\"seen\"}");
        assertThat(end.history().settledBy()).isEqualTo("operator:ann");
        assertThat(wire.told(first.requestId()))
            .containsExactly(OutcomeStatus.UNKNOWN, OutcomeStatus.SUCCEEDED);
        assertThat(wire.told(again.requestId()))
            .isEqualTo(List.of(OutcomeStatus.UNKNOWN, OutcomeStatus.ALREADY_DONE));
        assertThat(target.effects("a")).isEqualTo(1);
        assertThat(CommandRun.of(pipeline.kafka(), "unknown", "list").out())
            .contains("no outcome is unknown");
      }
    }
  }

  private static OutcomeEvent awaitEvent(
      Wiretap wire, ActionIntent intent, Predicate<OutcomeEvent> wanted) {
    return wire.awaitOutcome(intent.requestId(), wanted);
  }
}
