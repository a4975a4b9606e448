package dev.actonce.testkit;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Latest;
import dev.actonce.client.Publication;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.node.Parts;
import dev.actonce.tool.Handlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;

/**
 * What the rows of one suite share: the contract, the proxy before its target, the pipeline, and a
 * client.
 *
 * @param contract what is under contract
 * @param tool as it is run
 * @param proxy between executor and target
 * @param place where the executor's handlers reach the target
 * @param live pipeline, client and log
 * @param name part of every id of this suite
 */
record Suite(
    ToolContract contract,
    Tool tool,
    FaultProxy proxy,
    ToolEndpoint place,
    Live live,
    String name) {
  /** Longest wait for a status that should come. */
  static final Duration PATIENCE = Duration.ofSeconds(45);

  private static final Duration LOOK = Duration.ofMillis(50);
  private static final long PLAN_SEED = 1;
  private static final int NAME_LENGTH = 8;

  /** What runs. */
  record Live(ContractPipeline pipeline, ActOnceClient client, CallLog calls) {}

  /** Opens everything; ready on return. */
  static Suite open(ToolContract contract, EmbeddedBroker broker, Path directory) {
    Parts parts = new Parts();
    try {
      FaultProxy proxy =
          parts.add(
              FaultProxy.start(0, contract.target(), contract.wire(), FaultPlan.NONE, PLAN_SEED));
      int port = proxy.address().getPort();
      Tool tool = RoutedTool.through(port, contract.tool());
      ToolEndpoint place = new ToolEndpoint("127.0.0.1", port, directory);
      CallLog calls = new CallLog();
      String name = UUID.randomUUID().toString().substring(0, NAME_LENGTH);
      ContractPipeline pipeline =
          parts.add(
              ContractPipeline.start(
                  broker,
                  "contract-" + name + ".",
                  tool,
                  () -> handlers(contract, tool, place),
                  calls));
      return new Suite(
          contract, tool, proxy, place, new Live(pipeline, pipeline.newClient(), calls), name);
    } catch (RuntimeException e) {
      parts.close();
      throw e;
    }
  }

  void close() {
    try (Parts parts = new Parts()) {
      parts.add(proxy);
      parts.add(live.pipeline());
      parts.add(live.client());
    }
  }

  /** Handlers of their own, which the caller closes. */
  Handlers newHandlers() {
    return handlers(contract, tool, place);
  }

  private static Handlers handlers(ToolContract contract, Tool tool, ToolEndpoint place) {
    return Handlers.of(
        Catalog.of(tool),
        ContractProcess.handlers(tool.action(), contract.handler().orElse(null), place));
  }

  /** An id that the example's arguments are made for; each row has its own. */
  String id(ContractRow row, String part) {
    return row.name().toLowerCase(Locale.ROOT).replace('_', '-') + part + "-" + name;
  }

  /** The first try of a call. */
  AgentCall call(String id) {
    return new AgentCall(
        contract.action(),
        "session-" + name,
        "run-1",
        "agent-1",
        "call-1-" + id,
        contract.arguments(id));
  }

  /** The same call again, as a model makes it after it got no answer. */
  AgentCall retry(AgentCall call) {
    return retry(call, call.arguments());
  }

  /** The same call again, worded otherwise. */
  AgentCall retry(AgentCall call, String arguments) {
    String id = trustsToolCallIds() ? call.toolCallId() : "call-2-" + call.toolCallId();
    return call.retry(id, arguments);
  }

  /** Whether the catalog takes a new tool call id for another action. */
  boolean trustsToolCallIds() {
    return tool.policy().key().choice() == KeyChoice.TOOL_CALL;
  }

  Intent intend(AgentCall call) {
    return contract.agent().intend(call);
  }

  Publication publish(AgentCall call) {
    return live.client().publish(intend(call));
  }

  /** Waits for a final status, or until it is clear that none will come by itself. */
  Try await(Publication publication, String id) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    Latest latest = publication.await(LOOK);
    while (!latest.isFinal()
        && latest.error().isEmpty()
        && !isStuck(latest, id)
        && System.nanoTime() < deadline) {
      latest = publication.await(LOOK);
    }
    publication.stopWaiting();
    String key = publication.key().map(IdempotencyKey::value).orElse("unknown");
    return new Try(key, latest.outcome().orElse(null));
  }

  /** Whether a doubt waits for a person, or has outlived all fast retries. */
  private boolean isStuck(Latest latest, String id) {
    if (latest.status().orElse(null) != OutcomeStatus.UNKNOWN) {
      return false;
    }
    ToolPolicy.Execution execution = tool.policy().execution();
    return switch (tool.policy().safety()) {
      case UNSAFE -> true;
      case READ_ONLY, IDEMPOTENT, KEYED ->
          execution.lookupLag() == null
              && live.calls().of(id).size() >= execution.retry().attempts();
      case LOOKUP -> false;
    };
  }

  int effects(String id) {
    return contract.effects(id);
  }
}
