package dev.actonce.lab.demo;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.HttpSpec;
import dev.actonce.client.ActOnceClient;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.node.Parts;
import dev.actonce.wire.WireFormat;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The demo's pipeline on a broker of the user's: gate and executor run as processes of their own,
 * on topics of their own, which are deleted at the end.
 */
public final class ProcessPipeline implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessPipeline.class);
  private static final int PARTITIONS = 4;
  private static final int MAX_REPLICAS = 3;
  private static final long ADMIN_SECONDS = 15;

  private final KafkaConfig kafka;
  private final Path directory;
  private final Parts parts = new Parts();

  private ProcessPipeline(KafkaConfig kafka, Path directory) {
    this.kafka = kafka;
    this.directory = directory;
  }

  /**
   * What the processes are told besides their broker, and who is told what they answer.
   *
   * @param mainClass entry point of the command line
   * @param metricsPrefix starts the line that says where a process shows its metrics
   * @param wireFlags give them the wire format; the topics are new, so they register
   * @param showsMetrics each shows its metrics on a free port of its own
   * @param hearer is told where the metrics are
   */
  public record Said(
      Class<?> mainClass,
      String metricsPrefix,
      List<String> wireFlags,
      boolean showsMetrics,
      Consumer<String> hearer) {
    private ChildProcess.Command command(String name) {
      return new ChildProcess.Command(mainClass, name, metricsPrefix);
    }
  }

  /** Starts the processes when the demo asks for its pipeline. */
  public record Starter(
      KafkaConfig kafka, WireFormat wireFormat, Path directory, String run, Said said)
      implements Demo.Starter {
    @Override
    public Pipeline start(Catalog catalog) {
      KafkaConfig own = kafka.withTopicPrefix(kafka.topicPrefix() + "demo-" + run + ".");
      ProcessPipeline pipeline = new ProcessPipeline(own, directory);
      try {
        pipeline.createTopics();
        pipeline.startParts(catalog, said);
        ActOnceClient client =
            ActOnceClient.builder()
                .bootstrapServers(own.bootstrapServers())
                .topicPrefix(own.topicPrefix())
                .kafkaProperties(own.clientProperties())
                .wireFormat(wireFormat)
                .catalog(catalog)
                .build();
        return new DemoPipeline(client, pipeline::close);
      } catch (RuntimeException e) {
        pipeline.close();
        throw e;
      }
    }
  }

  private void createTopics() {
    ClientSettings settings = new ClientSettings(kafka);
    try (TopicProvisioner topics = TopicProvisioner.open(settings);
        Admin admin = Admin.create(settings.admin("demo"))) {
      int brokers = admin.describeCluster().nodes().get(ADMIN_SECONDS, TimeUnit.SECONDS).size();
      parts.add(this::deleteTopics);
      topics.create(PARTITIONS, Math.min(MAX_REPLICAS, brokers));
    } catch (ExecutionException | TimeoutException e) {
      throw unreachable(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ActOnceException(ErrorCode.INTERRUPTED, "interrupted while creating topics", e);
    }
  }

  private void startParts(Catalog catalog, Said said) {
    Path tools = directory.resolve("tools.yaml");
    Path security = directory.resolve("kafka.properties");
    try {
      Files.writeString(tools, DemoCatalog.yaml(chargesUri(catalog)));
      Properties properties = new Properties();
      properties.putAll(kafka.clientProperties());
      try (var writer = Files.newBufferedWriter(security)) {
        properties.store(writer, null);
      }
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "cannot write to " + directory + ": " + e, e);
    }
    List<String> common = new ArrayList<>(said.wireFlags());
    common.addAll(List.of("--bootstrap-servers", kafka.bootstrapServers()));
    common.addAll(List.of("--topic-prefix", kafka.topicPrefix()));
    common.addAll(List.of("--kafka-config", security.toString(), "--catalog", tools.toString()));
    if (said.showsMetrics()) {
      common.addAll(List.of("--metrics-port", "0"));
    }
    String stateDir = directory.resolve("gate-state").toString();
    List<ChildProcess> children =
        List.of(
            start(said.command("gate"), common, List.of("--state-dir", stateDir)),
            start(said.command("executor"), common, List.of("--instance", "demo")));
    for (ChildProcess child : children) {
      child.awaitReady();
      if (!child.metrics().isEmpty()) {
        said.hearer().accept(child.metrics());
      }
    }
  }

  private ChildProcess start(ChildProcess.Command command, List<String> common, List<String> more) {
    return parts.add(ChildProcess.start(command, directory, common, more));
  }

  private static URI chargesUri(Catalog catalog) {
    HttpSpec http = catalog.require(DemoCatalog.ACTION).http().orElseThrow();
    return URI.create(http.target().url().text());
  }

  /** Also after an interrupt: what was started on the user's broker must not stay there. */
  @Override
  public void close() {
    parts.close();
  }

  private void deleteTopics() {
    Map<String, Object> settings = new ClientSettings(kafka).admin("demo");
    try (Admin admin = Admin.create(settings)) {
      Set<String> own =
          admin.listTopics().names().get(ADMIN_SECONDS, TimeUnit.SECONDS).stream()
              .filter(topic -> topic.startsWith(kafka.topicPrefix()))
              .collect(Collectors.toSet());
      admin.deleteTopics(own).all().get(ADMIN_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      LOG.warn("topics {}* were not deleted: {}", kafka.topicPrefix(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ActOnceException unreachable(Exception e) {
    return new ActOnceException(
        ErrorCode.BROKER_UNAVAILABLE,
        "no answer from " + kafka.bootstrapServers() + " (" + e + "); check --bootstrap-servers",
        e);
  }
}
