package dev.actonce.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.Metering;
import dev.actonce.testing.Approved;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.Right;
import dev.actonce.testing.SecuredBroker;
import dev.actonce.testing.Wiretap;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator with the rights that the docs list, and with one less. */
@LongRun
final class OperatorAccessIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String OPERATOR = "operator";

  @TempDir private Path directory;
  private SecuredBroker broker;
  private Wiretap wire;
  private ExecutorNode executor;
  private ApprovedAction action;

  @BeforeEach
  void loseAnAnswer() throws Exception {
    broker = SecuredBroker.start(OPERATOR, "pay");
    broker.createTopics(2);
    broker.allow("pay", Right.ofExecutor());
    wire = new Wiretap(broker.admin());
    executor =
        ExecutorNode.start(
            ExecutorConfig.of(broker.kafka("pay"), "one"),
            Catalog.parse("tools: { pay: { safety: unsafe } }", "test"),
            Map.of("pay", call -> new ActionResult.Unknown("TIMEOUT", "no answer")),
            WireFormat.singleObject(),
            Metering.OFF);
    executor.awaitReady(PATIENCE);
    action = Approved.action("pay", "order-1");
    wire.dispatch(action);
    wire.awaitOutcome(
        action.intent().requestId(), event -> event.status() == OutcomeStatus.UNKNOWN);
  }

  @AfterEach
  void stop() {
    executor.close();
    wire.close();
    broker.close();
  }

  @Test
  void listsAndSettlesWithTheRightsOfTheDocs() throws IOException {
    broker.allow(OPERATOR, Right.ofOperator());
    String key = action.key().value();

    Cli.Ran list = run("unknown", "list");
    assertThat(list.exitCode()).as(list.err()).isZero();
    assertThat(list.out()).contains(key);

    Cli.Ran settle = run("settle", key, "--not-executed", "--reason", "no request arrived");
    assertThat(settle.exitCode()).as(settle.err()).isZero();
    assertThat(wire.awaitFinal(action.intent().requestId()).status())
        .isEqualTo(OutcomeStatus.FAILED);

    Cli.Ran suspects = run("suspects");
    assertThat(suspects.exitCode()).as(suspects.err()).isZero();
  }

  @Test
  void settlesNothingWithoutTheRightToWriteSettlements() throws IOException {
    broker.allow(OPERATOR, Right.ofOperator());
    broker.deny(OPERATOR, Right.topic("actonce.settlements", AclOperation.WRITE));

    Cli.Ran settle = run("settle", action.key().value(), "--not-executed", "--reason", "none");

    assertThat(settle.exitCode()).isEqualTo(2);
    assertThat(settle.err()).contains("grant principal 'operator' the right");
    assertThat(wire.told(action.intent().requestId())).containsExactly(OutcomeStatus.UNKNOWN);
  }

  private Cli.Ran run(String... line) throws IOException {
    Path properties = directory.resolve("operator.properties");
    Files.writeString(
        properties,
        broker.properties(OPERATOR).entrySet().stream()
            .map(entry -> entry.getKey() + "=" + entry.getValue())
            .collect(joining("\n")));
    List<String> arguments = new ArrayList<>(List.of(line));
    arguments.addAll(
        List.of(
            "--bootstrap-servers", broker.bootstrapServers(),
            "--kafka-config", properties.toString()));
    return Cli.run(arguments.toArray(String[]::new));
  }
}
