package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.testing.Intents;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Rows on a virtual clock prove something only if the handler meets what an executor does. */
class VirtualPipelineTest {
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final ToolPolicy POLICY =
      Catalog.parse(
              """
              tools:
                pay:
                  safety: lookup
                  http:
                    method: POST
                    url: http://localhost:1/pay
                    lookup: { method: GET, url: "http://localhost:1/pay/{provider_key}", found: $.id, lag: 5s }
              """,
              "test")
          .require("pay")
          .policy();

  @Test
  void treatsAThrowAsTheExecutorDoes() {
    LosesAnswers handler = new LosesAnswers();
    VirtualPipeline pipeline = new VirtualPipeline(POLICY, handler, START);

    Try told = pipeline.publish(Intents.intent("pay", "intent-1", "{}"));

    assertThat(Objects.requireNonNull(told.event()).answer().errorCode())
        .isEqualTo("HANDLER_THREW");
    assertThat(Objects.requireNonNull(told.event()).answer().errorMessage())
        .isEqualTo(StackOverflowError.class.getName());
  }

  @Test
  void asksForTheLatestCallAsTheExecutorDoes() {
    LosesAnswers handler = new LosesAnswers();
    VirtualPipeline pipeline = new VirtualPipeline(POLICY, handler, START);
    Try told = pipeline.publish(Intents.intent("pay", "intent-1", "{}"));

    pipeline.goOn(told.key());

    assertThat(handler.calls).containsExactly(1);
    assertThat(handler.lookUps).containsExactly(1);
  }

  private static final class LosesAnswers implements ActionHandler {
    private final List<Integer> calls = new ArrayList<>();
    private final List<Integer> lookUps = new ArrayList<>();

    @Override
    public ActionResult execute(ActionCall call) {
      calls.add(call.attempt());
      throw new StackOverflowError("deep");
    }

    @Override
    public LookupResult lookUp(ActionCall call) {
      lookUps.add(call.attempt());
      return new LookupResult.Found("{}", null);
    }
  }
}
