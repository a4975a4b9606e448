package dev.actonce.testkit;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.tool.Handlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The rows that are about time, on a {@link VirtualPipeline}. */
final class ClockRows {
  private static final Duration LATER = Duration.ofSeconds(1);

  private final Suite suite;

  ClockRows(Suite suite) {
    this.suite = suite;
  }

  /** A retry around the instant at which the key is forgotten. */
  Observation aroundWindowEnd(ContractRow row) {
    String id = suite.id(row, "");
    try (Handlers handlers = suite.newHandlers()) {
      VirtualPipeline pipeline = newPipeline(handlers);
      AgentCall call = suite.call(id);
      ActionIntent original = intend(call);
      Try first = settled(pipeline, pipeline.publish(original));
      if (!first.was(OutcomeStatus.SUCCEEDED)) {
        return observation(row, id, pipeline, List.of(first), List.of());
      }
      Instant end = pipeline.lastSeen(first.key()).plus(pipeline.horizon(original));
      pipeline.moveTo(end.plus(offset(row)));
      Try second = settled(pipeline, pipeline.publish(intend(suite.retry(call))));
      return observation(row, id, pipeline, List.of(first, second), List.of());
    }
  }

  /** The answer is lost, and nothing is done until the provider has forgotten the key. */
  Observation pastProviderKey() {
    ContractRow row = ContractRow.PROVIDER_KEY_EXPIRED;
    String id = suite.id(row, "");
    Injection injection = suite.proxy().inject(FaultRule.once(Fault.DROP_RESPONSE, id));
    try (Handlers handlers = suite.newHandlers()) {
      VirtualPipeline pipeline = newPipeline(handlers);
      AgentCall call = suite.call(id);
      Try first = pipeline.publish(intend(call));
      ToolPolicy policy = suite.tool().policy();
      pipeline.moveTo(pipeline.now().plus(policy.execution().providerKeyTtl()).plusMillis(1));
      first = settled(pipeline, first);
      Try second = settled(pipeline, pipeline.publish(intend(suite.retry(call))));
      return new Observation(
          row,
          policy.safety(),
          new Observation.Trigger(injection.fired() == 1, "the fault drop_response"),
          List.of(first, second),
          new Observation.TargetSide(pipeline.calls(), injection.exchanges()),
          new Observation.Effects(suite.effects(id), 1));
    }
  }

  private VirtualPipeline newPipeline(Handlers handlers) {
    return new VirtualPipeline(
        suite.tool().policy(),
        handlers.require(suite.contract().action()),
        Instant.now().plus(LATER));
  }

  private ActionIntent intend(AgentCall call) {
    return suite.intend(call).toActionIntent(UUID.randomUUID().toString(), null);
  }

  private static Try settled(VirtualPipeline pipeline, Try told) {
    OutcomeEvent news = pipeline.goOn(told.key());
    return news == null ? told : new Try(told.key(), news);
  }

  private static Duration offset(ContractRow row) {
    return switch (row) {
      case BEFORE_WINDOW_END -> Duration.ofMillis(-1);
      case AT_WINDOW_END -> Duration.ZERO;
      case AFTER_WINDOW_END -> Duration.ofMillis(1);
      default -> throw new IllegalArgumentException(row + " is no row of the window");
    };
  }

  private Observation observation(
      ContractRow row,
      String id,
      VirtualPipeline pipeline,
      List<Try> tries,
      List<Exchange> exchanges) {
    return new Observation(
        row,
        suite.tool().policy().safety(),
        new Observation.Trigger(tries.size() == 2, "a retry after a success"),
        tries,
        new Observation.TargetSide(pipeline.calls(), exchanges),
        new Observation.Effects(suite.effects(id), 1));
  }
}
