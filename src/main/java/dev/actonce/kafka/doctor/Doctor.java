package dev.actonce.kafka.doctor;

import dev.actonce.config.ExecutorConfig;
import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.ToolPolicy;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.KafkaCalls;
import dev.actonce.kafka.Topic;
import dev.actonce.kafka.TopicFacts;
import dev.actonce.kafka.TopicNames;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.kafka.doctor.Finding.Severity;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Looks for everything about a cluster, the settings and a catalog that endangers acting exactly
 * once, and says what to do. It reads facts, and pure checks judge them; {@link Rule} lists what it
 * looks at. Thread-safe.
 *
 * <p>Its methods throw {@link ActOnceException}: BROKER_UNAVAILABLE when Kafka does not answer in
 * time, ACCESS_DENIED when it refuses access to the topics. What else cannot be read is a finding
 * of its own.
 */
public final class Doctor implements AutoCloseable {
  private final Admin admin;
  private final ClientSettings settings;
  private final TopicNames names;
  private final ClusterReader cluster;
  private final TransactionReader transactions;
  private final GroupReader groups;

  private Doctor(Admin admin, KafkaCalls calls, ClientSettings settings) {
    this.admin = admin;
    this.settings = settings;
    this.names = new TopicNames(settings.config().topicPrefix());
    this.cluster = new ClusterReader(admin, calls, settings, gateGroup());
    this.transactions = new TransactionReader(admin, calls);
    this.groups = new GroupReader(admin, calls);
  }

  /** Opens a doctor whose questions take up to 15 s each. It connects with the first one. */
  public static Doctor open(ClientSettings settings) {
    KafkaCalls calls =
        new KafkaCalls(settings.config().bootstrapServers(), TopicProvisioner.DEFAULT_TIMEOUT);
    return new Doctor(calls.call(() -> Admin.create(settings.admin("doctor"))), calls, settings);
  }

  /**
   * The look before gate or executor start: all that is quickly read, in under ten questions.
   *
   * @param policies of the tools in the catalog
   * @return the warnings
   * @throws ActOnceException TOPIC_MISCONFIGURED or INVALID_SETTING, with one line for each error
   */
  public List<Finding> requireFit(Collection<ToolPolicy> policies) {
    List<Finding> findings = fitness(cluster.read(), policies);
    List<Finding> errors = of(Severity.ERROR, findings);
    if (!errors.isEmpty()) {
      boolean topics = errors.stream().anyMatch(e -> e.rule().area() == Rule.Area.TOPICS);
      throw new ActOnceException(
          topics ? ErrorCode.TOPIC_MISCONFIGURED : ErrorCode.INVALID_SETTING,
          String.join("\n", Finding.lines(errors)));
    }
    return of(Severity.WARNING, findings);
  }

  /**
   * The look at our topics only.
   *
   * @return what differs from what ActOnce needs, errors and warnings; empty if nothing does
   */
  public List<Finding> topics() {
    return TopicCheck.findings(names, cluster.topics());
  }

  /**
   * The whole look, with what goes on at this moment: transactions, stable offsets, groups.
   *
   * @param policies of the tools in the catalog; empty leaves them out
   * @return all findings, in the order of {@link Rule.Area}
   */
  public List<Finding> examine(Collection<ToolPolicy> policies) {
    ClusterFacts facts = cluster.read();
    List<Finding> findings = new ArrayList<>(fitness(facts, policies));
    Collection<TopicPartition> partitions = partitions(facts);
    Reading<List<OpenTransaction>> open =
        ClusterReader.optional(() -> transactions.open(partitions));
    Instant now = Instant.now();
    findings.addAll(open.check("open transactions", all -> TransactionCheck.open(all, now)));
    findings.addAll(
        ClusterReader.optional(() -> transactions.lags(partitions))
            .check("stable offsets", lags -> lags(lags, open, now)));
    findings.addAll(
        ClusterReader.optional(() -> groups(facts.topics().found()))
            .check("groups", GroupCheck::findings));
    findings.sort(Comparator.comparing(finding -> finding.rule().area()));
    return List.copyOf(findings);
  }

  /**
   * Ends a transaction that {@link #examine} found. One that its coordinator knows is aborted as a
   * whole, and its producer is fenced: if that lives, it loses the transaction and recovers.
   *
   * @param at a partition of one of our topics
   * @param startOffset where the transaction starts there
   * @return what was ended
   * @throws ActOnceException NOT_FOUND if no transaction that is silent starts there
   */
  public String abort(TopicPartition at, long startOffset) {
    ClusterFacts facts = cluster.read();
    Collection<TopicPartition> ours = partitions(facts);
    String wanted = at + "@" + startOffset;
    if (!ours.contains(at)) {
      throw new ActOnceException(
          ErrorCode.NOT_FOUND,
          at + " is no partition of the pipeline " + names.prefix() + "*; nothing was aborted");
    }
    List<OpenTransaction> open = transactions.open(List.of(at));
    List<String> silent =
        TransactionCheck.open(open, Instant.now()).stream().map(Finding::subject).toList();
    OpenTransaction found =
        open.stream()
            .filter(candidate -> candidate.startOffset() == startOffset)
            .filter(candidate -> silent.contains(candidate.place()))
            .findFirst()
            .orElseThrow(
                () ->
                    new ActOnceException(
                        ErrorCode.NOT_FOUND,
                        "no silent transaction is open at %s; those in the partition are %s;"
                                .formatted(wanted, silent)
                            + " nothing was aborted, see 'ops/actonce doctor'"));
    transactions.abort(found);
    return found.place();
  }

  private List<Finding> fitness(ClusterFacts facts, Collection<ToolPolicy> policies) {
    KafkaConfig ours = settings.config();
    List<Finding> findings = new ArrayList<>();
    findings.addAll(TopicCheck.findings(names, facts.topics()));
    findings.addAll(
        facts.internal().check("internal topics", found -> TopicCheck.internal(names, found)));
    findings.addAll(
        facts.brokers().check("broker settings", found -> BrokerCheck.settings(ours, found)));
    findings.addAll(facts.features().check("cluster features", BrokerCheck::features));
    findings.addAll(
        ClientCheck.settings(ours, settings.executorConsumer(executorGroup(), "doctor")));
    findings.addAll(ClientCheck.version(clientVersion()));
    findings.addAll(PolicyCheck.findings(ours, policies, outcomesRetention(facts)));
    return findings;
  }

  private static List<Finding> lags(
      List<StableLag> lags, Reading<List<OpenTransaction>> open, Instant now) {
    return open.answer().map(known -> TransactionCheck.lags(lags, known, now)).orElse(List.of());
  }

  private List<GroupFacts> groups(Map<Topic, TopicFacts> found) {
    List<TopicPartition> gate =
        partitions(found, List.of(Topic.INTENTS, Topic.REROUTED, Topic.OUTCOMES));
    List<TopicPartition> executor = partitions(found, List.of(Topic.DISPATCH, Topic.SETTLEMENTS));
    Map<TopicPartition, Long> ends =
        new HashMap<>(transactions.ends(gate, IsolationLevel.READ_COMMITTED));
    ends.putAll(transactions.ends(executor, IsolationLevel.READ_COMMITTED));
    return List.of(
        groups.read(gateGroup(), gate, ends), groups.read(executorGroup(), executor, ends));
  }

  /** Every partition whose readers a transaction could hold back. */
  private Collection<TopicPartition> partitions(ClusterFacts facts) {
    List<TopicPartition> all =
        new ArrayList<>(partitions(facts.topics().found(), List.of(Topic.values())));
    facts
        .internal()
        .answer()
        .orElse(Map.of())
        .forEach(
            (name, found) -> {
              if (name.startsWith(names.prefix())) {
                addAll(all, name, found);
              }
            });
    return all;
  }

  private List<TopicPartition> partitions(Map<Topic, TopicFacts> found, List<Topic> topics) {
    List<TopicPartition> partitions = new ArrayList<>();
    for (Topic topic : topics) {
      TopicFacts actual = found.get(topic);
      if (actual != null) {
        addAll(partitions, names.of(topic), actual);
      }
    }
    return partitions;
  }

  private static void addAll(List<TopicPartition> partitions, String name, TopicFacts found) {
    for (int i = 0; i < found.partitions(); i++) {
      partitions.add(new TopicPartition(name, i));
    }
  }

  private static Duration outcomesRetention(ClusterFacts facts) {
    TopicFacts outcomes = facts.topics().found().get(Topic.OUTCOMES);
    String kept = outcomes == null ? null : outcomes.settings().get("retention.ms");
    return kept == null ? Duration.ofMillis(-1) : Duration.ofMillis(Long.parseLong(kept));
  }

  private static List<Finding> of(Severity severity, List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.severity() == severity)
        .collect(Collectors.toList());
  }

  private String gateGroup() {
    return GateConfig.of(settings.config(), "doctor", Path.of("")).applicationId();
  }

  private String executorGroup() {
    return ExecutorConfig.of(settings.config(), "doctor").group();
  }

  /** The library says its version in a resource only. */
  private static String clientVersion() {
    try (InputStream in = Admin.class.getResourceAsStream("/kafka/kafka-version.properties")) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the version of kafka-clients", e);
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(5));
  }
}
