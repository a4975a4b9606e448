package dev.actonce.testkit;

import dev.actonce.client.Publication;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rows whose answer is lost on the wire. Their actions are all published as the suite opens, so
 * that the rows wait for their time-outs together. Confined to the suite's thread.
 */
final class NetworkRows {
  private static final Duration LATE = RoutedTool.CALL_TIMEOUT.plusSeconds(1);

  private record Begun(String id, AgentCall call, Injection injection, Publication publication) {}

  private final Suite suite;
  private final Map<ContractRow, Begun> begun = new EnumMap<>(ContractRow.class);

  private NetworkRows(Suite suite) {
    this.suite = suite;
  }

  static NetworkRows begin(Suite suite) {
    NetworkRows rows = new NetworkRows(suite);
    for (ContractRow row :
        List.of(
            ContractRow.RESPONSE_DROPPED,
            ContractRow.RESPONSE_DELAYED,
            ContractRow.BODY_CUT,
            ContractRow.CONNECTION_RESET,
            ContractRow.SERVER_ERROR)) {
      rows.begin(row);
    }
    return rows;
  }

  private void begin(ContractRow row) {
    String id = suite.id(row, "");
    Injection injection = suite.proxy().inject(rule(row, id));
    AgentCall call = suite.call(id);
    begun.put(row, new Begun(id, call, injection, suite.publish(call)));
  }

  private static FaultRule rule(ContractRow row, String id) {
    return switch (row) {
      case RESPONSE_DROPPED -> FaultRule.once(Fault.DROP_RESPONSE, id);
      case RESPONSE_DELAYED -> FaultRule.delayOnce(LATE, id);
      case BODY_CUT -> FaultRule.once(Fault.CUT_BODY, id);
      case CONNECTION_RESET -> FaultRule.once(Fault.RESET, id);
      case SERVER_ERROR -> FaultRule.once(Fault.SERVER_ERROR, id);
      default -> throw new IllegalArgumentException(row + " is no row of the wire");
    };
  }

  Observation observe(ContractRow row) {
    Begun one = begun.get(row);
    if (one == null) {
      throw new IllegalStateException(row + " was not begun");
    }
    Try first = suite.await(one.publication(), one.id());
    Try second = suite.await(suite.publish(suite.retry(one.call())), one.id());
    return new Observation(
        row,
        suite.tool().policy().safety(),
        new Observation.Trigger(
            one.injection().fired() == 1, "the fault " + one.injection().rule().fault().text()),
        List.of(first, second),
        new Observation.TargetSide(suite.live().calls().of(one.id()), one.injection().exchanges()),
        new Observation.Effects(suite.effects(one.id()), 1));
  }
}
