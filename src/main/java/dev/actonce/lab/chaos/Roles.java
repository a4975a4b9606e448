package dev.actonce.lab.chaos;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.embedded.ClusterSeat;
import dev.actonce.embedded.EmbeddedBroker;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.executor.ExecutorListener;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import dev.actonce.tool.Handlers;
import dev.actonce.topology.GateApp;
import dev.actonce.wire.Codecs;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

  private Roles() {}

  /** Serves until it shall stop. */
  interface Server {
    void serve(ChildMain.Part part) throws InterruptedException;
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
        .withSessionTimeout(Cluster.SESSION_TIMEOUT)
        .withTransactionTimeout(Cluster.TRANSACTION_TIMEOUT);
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
      server.serve(
          part(
              () -> true,
              () -> {
                if (broker.isClosed()) {
                  throw new ActOnceException(ErrorCode.INTERNAL, "the broker stopped by itself");
                }
              }));
    }
  }

  private static void serveGate(List<String> arguments, Server server) throws InterruptedException {
    GateConfig config =
        GateConfig.of(kafka(arguments.get(1)), arguments.get(0), Path.of(arguments.get(3)))
            .withStandbys(STANDBYS);
    Catalog catalog = Catalog.load(Path.of(arguments.get(2)));
    try (GateApp gate = GateApp.start(config, catalog, InstantSource.system())) {
      server.serve(
          part(
              gate::ready,
              () ->
                  gate.failure()
                      .ifPresent(
                          cause -> {
                            throw new ActOnceException(
                                ErrorCode.INTERNAL, "the gate stopped: " + cause, cause);
                          })));
    }
  }

  private static void serveExecutor(
      List<String> arguments, ExecutorListener listener, Server server)
      throws InterruptedException {
    KafkaConfig kafka = kafka(arguments.get(1));
    Catalog catalog = Catalog.load(Path.of(arguments.get(2)));
    try (Doctor doctor = Doctor.open(new ClientSettings(kafka))) {
      Finding.lines(doctor.requireFit(catalog.tools().stream().map(Tool::policy).toList()))
          .forEach(warning -> LOG.warn("{}", warning));
    }
    ExecutorConfig config = new ExecutorConfig(kafka, arguments.get(0), MAX_IN_FLIGHT, DRAIN);
    try (Handlers handlers = Handlers.of(catalog, Map.of());
        ExecutorApp executor =
            ExecutorApp.start(
                config, EmbeddedPipeline.tools(catalog, handlers), new Codecs(), listener)) {
      server.serve(
          part(
              () -> isReady(executor),
              () ->
                  executor
                      .failure()
                      .ifPresent(
                          cause -> {
                            throw cause;
                          })));
      LOG.info("executor {} stops", config.instance());
    }
  }

  private static boolean isReady(ExecutorApp executor) {
    try {
      return executor.awaitReady(Duration.ZERO);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static ChildMain.Part part(
      java.util.function.BooleanSupplier ready, Runnable requireHealthy) {
    return new ChildMain.Part() {
      @Override
      public boolean isReady() {
        return ready.getAsBoolean();
      }

      @Override
      public void requireHealthy() {
        requireHealthy.run();
      }
    };
  }
}
