package dev.actonce.testkit;

import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Publication;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.outcome.OutcomeStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** The rows in which an agent asks again, or asks for something else, and nothing gets lost. */
final class RetryRows {
  private static final int DELIVERIES = 3;

  private final Suite suite;

  RetryRows(Suite suite) {
    this.suite = suite;
  }

  /** The very same intent, three times at once. */
  Observation duplicateDelivery() {
    ContractRow row = ContractRow.DUPLICATE_DELIVERY;
    String id = suite.id(row, "");
    Intent intent = suite.intend(suite.call(id));
    List<CompletableFuture<Publication>> sent = new ArrayList<>();
    for (int i = 0; i < DELIVERIES; i++) {
      sent.add(suite.live().client().publishAsync(intent));
    }
    return observe(row, id, sent.stream().map(CompletableFuture::join).toList());
  }

  /** Two clients publish the same call before either is answered. */
  Observation twoAgents() {
    ContractRow row = ContractRow.TWO_AGENTS;
    String id = suite.id(row, "");
    AgentCall one = suite.call(id);
    AgentCall other = suite.retry(one).by("agent-2", "run-2");
    try (ActOnceClient second = suite.live().pipeline().newClient()) {
      CompletableFuture<Publication> left = suite.live().client().publishAsync(suite.intend(one));
      CompletableFuture<Publication> right = second.publishAsync(suite.intend(other));
      return observe(row, id, List.of(left.join(), right.join()));
    }
  }

  /** A retry whose arguments are spelled otherwise, or with another tool call id only. */
  Observation respelled(ContractRow row, String arguments) {
    String id = suite.id(row, "");
    AgentCall first = suite.call(id);
    Publication original = suite.publish(first);
    Try told = suite.await(original, id);
    Publication retry = suite.publish(suite.retry(first, arguments));
    return observation(row, id, List.of(told, suite.await(retry, id)), 1);
  }

  /** Arguments of a row's example. */
  String arguments(ContractRow row) {
    return suite.contract().arguments(suite.id(row, ""));
  }

  /** Another customer, invoice or mail: another action. */
  Observation otherArguments() {
    ContractRow row = ContractRow.OTHER_ARGUMENTS;
    String one = suite.id(row, "-a");
    String other = suite.id(row, "-b");
    List<Try> tries = new ArrayList<>();
    for (String id : List.of(one, other)) {
      tries.add(suite.await(suite.publish(suite.call(id)), id));
    }
    List<ToolCall> calls = new ArrayList<>(suite.live().calls().of(one));
    calls.addAll(suite.live().calls().of(other));
    return new Observation(
        row,
        suite.tool().policy().safety(),
        new Observation.Trigger(tries.size() == 2, "a second action"),
        tries,
        new Observation.TargetSide(calls, List.of()),
        new Observation.Effects(suite.effects(one) + suite.effects(other), 2));
  }

  /** The same but for one nested value. */
  Observation otherNestedArguments(String altered) {
    ContractRow row = ContractRow.OTHER_NESTED_ARGUMENTS;
    String id = suite.id(row, "");
    AgentCall first = suite.call(id);
    Try one = suite.await(suite.publish(first), id);
    Try other = suite.await(suite.publish(suite.retry(first, altered)), id);
    return observation(row, id, List.of(one, other), 2);
  }

  /** Nested arguments that the tool's own policy takes for another action. */
  Optional<String> nestedAltered() {
    String arguments = arguments(ContractRow.OTHER_NESTED_ARGUMENTS);
    Optional<Fingerprint> original = fingerprint(arguments);
    return ArgumentVariants.nestedAltered(arguments).stream()
        .filter(variant -> !fingerprint(variant).equals(original))
        .findFirst();
  }

  private Optional<Fingerprint> fingerprint(String arguments) {
    AgentCall call = new AgentCall(suite.contract().action(), "s", "r", "a", "c", arguments);
    ActionIntent plain = call.intent().build().toActionIntent(UUID.randomUUID().toString(), null);
    return KeyDeriver.derive(plain, suite.tool().policy().key())
        .match(derived -> Optional.of(derived.fingerprint()), none -> Optional.empty());
  }

  private Observation observe(ContractRow row, String id, List<Publication> publications) {
    List<Try> tries = publications.stream().map(one -> suite.await(one, id)).toList();
    return observation(row, id, tries, 1);
  }

  private Observation observation(ContractRow row, String id, List<Try> tries, int expected) {
    return new Observation(
        row,
        suite.tool().policy().safety(),
        new Observation.Trigger(
            tries.stream().allMatch(one -> one.event() != null), "an answer to each of the tries"),
        first(tries),
        new Observation.TargetSide(suite.live().calls().of(id), List.of()),
        new Observation.Effects(suite.effects(id), expected));
  }

  /** The one that was performed comes first, whichever was faster. */
  private static List<Try> first(List<Try> tries) {
    List<Try> ordered = new ArrayList<>(tries);
    ordered.sort(
        (a, b) -> Boolean.compare(b.was(OutcomeStatus.SUCCEEDED), a.was(OutcomeStatus.SUCCEEDED)));
    return ordered;
  }
}
