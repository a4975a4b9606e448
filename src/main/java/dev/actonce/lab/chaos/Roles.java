package dev.actonce.lab.chaos;

import dev.actonce.catalog.Catalog;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.embedded.ClusterSeat;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.node.ExecutorNode;
import dev.actonce.node.GateNode;
import dev.actonce.node.Metering;
import dev.actonce.topology.GateReporting;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a process of the run can be, and the arguments of each role. */
final class Roles {
  static final String BROKER = "broker";
  static final String GATE = "gate";
  static final String EXECUTOR = "executor";

  private static final Logger LOG = LoggerFactory.getLogger(Roles.class);
  private static final Duration DRAIN = Duration.ofSeconds(5);
  private static final int MAX_IN_FLIGHT = 32;
  private static final int STANDBYS = 1;
  static final Duration SESSION_TIMEOUT = Duration.ofSeconds(8);
  static final Duration TRANSACTION_TIMEOUT = Duration.ofSeconds(12);

  private Roles() {}

  /** A running part. */
  interface Part {
    boolean isReady();

    /** What ended it, though nobody stopped it. */
    Optional<ActOnceException> failure();
  }

  /** Serves until it shall stop. */
  interface Server {
    void serve(Part part) throws InterruptedException;
  }

  /** Arguments of a broker. */
  static List<String> broker(Path directory, ClusterSeat seat) {
    List<String> arguments = new ArrayList<>();
    arguments.add(BROKER);
    arguments.add(directory.toString());
    arguments.add(seat.clusterId());
    arguments.add(Integer.toString(seat.nodeId()));
    arguments.add(Integer.toString(seat.clientPort()));
    new TreeMap<>(seat.controllerPorts()).forEach((id, port) -> arguments.add(id + "@" + port));
    return arguments;
  }

  /** Arguments of a gate. */
  static List<String> gate(String instance, String bootstrap, Path catalog, Path state) {
    return List.of(GATE, instance, bootstrap, catalog.toString(), state.toString());
  }

  /** Arguments of an executor. */
  static List<String> executor(String instance, String bootstrap, Path catalog) {
    return List.of(EXECUTOR, instance, bootstrap, catalog.toString());
  }

  /** The same for all gates and executors. */
  static KafkaConfig kafka(String bootstrap) {
    return KafkaConfig.of(bootstrap)
        .withSessionTimeout(SESSION_TIMEOUT)
        .withTransactionTimeout(TRANSACTION_TIMEOUT);
  }

  /** Runs a role with its arguments. */
  static void serve(String role, List<String> arguments, ExecutorListener listener, Server server)
      throws InterruptedException {
    switch (role) {
      case BROKER -> serveBroker(arguments, server);
      case GATE -> serveGate(arguments, server);
      case EXECUTOR -> serveExecutor(arguments, listener, server);
      default ->
          throw new ActOnceException(
              ErrorCode.INVALID_SETTING, "'" + role + "' is no role of a process of the run");
    }
  }

  private static void serveBroker(List<String> arguments, Server server)
      throws InterruptedException {
    Map<Integer, Integer> controllers = new TreeMap<>();
    for (String node : arguments.subList(4, arguments.size())) {
      int at = node.indexOf('@');
      controllers.put(
          Integer.parseInt(node.substring(0, at)), Integer.parseInt(node.substring(at + 1)));
    }
    ClusterSeat seat =
        new ClusterSeat(
            arguments.get(1),
            Integer.parseInt(arguments.get(2)),
            Integer.parseInt(arguments.get(3)),
            controllers);
    try (EmbeddedBroker broker = EmbeddedBroker.start(Path.of(arguments.get(0)), seat)) {
      server.serve(part(() -> true, broker::failure));
    }
  }

  private static void serveGate(List<String> arguments, Server server) throws InterruptedException {
    GateConfig config =
        GateConfig.of(kafka(arguments.get(1)), arguments.get(0), Path.of(arguments.get(3)))
            .withStandbys(STANDBYS);
    Catalog catalog = Catalog.load(Path.of(arguments.get(2)));
    try (GateNode gate =
        GateNode.startWithoutWatch(config, catalog, WireFormat.singleObject(), Metering.OFF)) {
      server.serve(part(gate::isReady, gate::failure));
    }
  }

  private static void serveExecutor(
      List<String> arguments, ExecutorListener listener, Server server)
      throws InterruptedException {
    Catalog catalog = Catalog.load(Path.of(arguments.get(2)));
    ExecutorConfig config =
        new ExecutorConfig(kafka(arguments.get(1)), arguments.get(0), MAX_IN_FLIGHT, DRAIN);
    try (ExecutorNode executor =
        ExecutorNode.start(
            config,
            catalog,
            Map.of(),
            WireFormat.singleObject(),
            Metering.heardBy(GateReporting.NONE, listener))) {
      server.serve(part(executor::isReady, executor::failure));
      LOG.info("executor {} stops", config.instance());
    }
  }

  private static Part part(BooleanSupplier ready, Supplier<Optional<ActOnceException>> failure) {
    return new Part() {
      @Override
      public boolean isReady() {
        return ready.getAsBoolean();
      }

      @Override
      public Optional<ActOnceException> failure() {
        return failure.get();
      }
    };
  }
}
