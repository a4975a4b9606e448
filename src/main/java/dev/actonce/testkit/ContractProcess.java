package dev.actonce.testkit;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.Metering;
import dev.actonce.tool.ActionHandler;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An executor in a process of its own, which the suite kills between effect and outcome. Ends by
 * itself when the suite's process does, and after 5 min at the latest.
 */
public final class ContractProcess {
  private static final int ARGUMENTS = 6;
  private static final long LONGEST_LIFE_MS = 5 * 60_000L;

  /** What the process is started with; both ends of the command line are here. */
  record Order(
      String bootstrapServers,
      String prefix,
      Path catalog,
      String action,
      int proxyPort,
      Path directory) {
    String[] toArguments() {
      return new String[] {
        bootstrapServers,
        prefix,
        catalog.toString(),
        action,
        Integer.toString(proxyPort),
        directory.toString()
      };
    }

    static Order of(String[] arguments) {
      if (arguments.length != ARGUMENTS) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "a contract's process is started by the suite, with "
                + ARGUMENTS
                + " arguments, got "
                + arguments.length);
      }
      return new Order(
          arguments[0],
          arguments[1],
          Path.of(arguments[2]),
          arguments[3],
          Integer.parseInt(arguments[4]),
          Path.of(arguments[5]));
    }

    /** Appears when the executor serves. */
    Path ready() {
      return directory.resolve("ready");
    }
  }

  private ContractProcess() {}

  /** Serves a tool that is called over HTTP. */
  public static void main(String[] arguments) throws IOException {
    run(Order.of(arguments), null);
  }

  /**
   * Serves a tool that is performed in Java; to be called by the main method that the contract
   * names. Blocks until the suite ends the process.
   *
   * @param arguments as the main method got them
   * @param factory makes the handler, as in the contract
   */
  public static void serve(String[] arguments, HandlerFactory factory) throws IOException {
    run(Order.of(arguments), factory);
  }

  private static void run(Order order, @Nullable HandlerFactory factory) throws IOException {
    Tool tool =
        RoutedTool.through(
            order.proxyPort(), Catalog.load(order.catalog()).require(order.action()));
    Catalog catalog = Catalog.of(tool);
    KafkaConfig kafka = ContractPipeline.kafka(order.bootstrapServers(), order.prefix());
    endAfter(LONGEST_LIFE_MS);
    ToolEndpoint endpoint = new ToolEndpoint("127.0.0.1", order.proxyPort(), order.directory());
    try (ExecutorNode executor =
        ExecutorNode.start(
            ContractPipeline.executor(kafka),
            catalog,
            handlers(order.action(), factory, endpoint),
            WireFormat.singleObject(),
            Metering.OFF)) {
      executor.awaitReady(ContractPipeline.READY_TIMEOUT);
      Files.createFile(order.ready());
      awaitEndOfInput();
    }
  }

  /** The handler of the contract; none for a tool that is called over HTTP. */
  static Map<String, ActionHandler> handlers(
      String action, @Nullable HandlerFactory factory, ToolEndpoint endpoint) {
    return factory == null ? Map.of() : Map.of(action, factory.open(endpoint));
  }

  /** The suite holds the other end; it closes however the suite ends. */
  private static void awaitEndOfInput() throws IOException {
    while (System.in.read() >= 0) {
      // Nothing is ever sent.
    }
  }

  /** Whatever hangs: nobody waits for a process that a suite has forgotten. */
  private static void endAfter(long lifeMs) {
    CompletableFuture.delayedExecutor(lifeMs, TimeUnit.MILLISECONDS)
        .execute(() -> Runtime.getRuntime().halt(1));
  }
}
