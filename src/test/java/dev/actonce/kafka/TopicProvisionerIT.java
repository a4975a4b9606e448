package dev.actonce.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.actonce.config.KafkaConfig;
import dev.actonce.config.OutcomeForms;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.kafka.doctor.Doctor;
import dev.actonce.kafka.doctor.Finding;
import dev.actonce.kafka.doctor.Finding.Severity;
import dev.actonce.kafka.doctor.Rule;
import dev.actonce.testing.SharedBroker;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TopicProvisionerIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Set<Topic> TOPICS = Topic.of(OutcomeForms.AVRO);
  private static Admin admin;

  private KafkaConfig kafka;
  private TopicNames names;
  private TopicProvisioner provisioner;

  @BeforeAll
  static void openAdmin() {
    admin = Admin.create(new ClientSettings(SharedBroker.kafka("t")).admin("test"));
  }

  @AfterAll
  static void closeAdmin() {
    admin.close();
  }

  @BeforeEach
  void openProvisioner() {
    kafka = SharedBroker.kafka("t");
    names = new TopicNames(kafka.topicPrefix());
    provisioner = TopicProvisioner.open(settings(OutcomeForms.AVRO));
  }

  @AfterEach
  void closeProvisioner() {
    provisioner.close();
  }

  @Test
  void createsEveryTopicWithoutErrorsAndOnlyOnce() {
    assertThat(provisioner.create(3, 1)).containsExactlyElementsOf(TOPICS);
    assertThat(provisioner.create(3, 1)).isEmpty();
    assertThat(topics(OutcomeForms.AVRO))
        .allSatisfy(finding -> assertThat(finding.rule()).isEqualTo(Rule.COPIES))
        .hasSize(TOPICS.size());
  }

  @Test
  void namesTheRemedyForTooFewBrokers() {
    assertThatThrownBy(() -> provisioner.create(3, 3))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContaining("3 replicas")
        .hasMessageContaining("--replication-factor 1");
  }

  @Test
  void wantsTheTopicOfOutcomesInJsonOnlyWhereTheyAreToldSo() {
    provisioner.create(3, 1);
    ClientSettings both = settings(OutcomeForms.AVRO_AND_JSON);
    try (TopicProvisioner json = TopicProvisioner.open(both)) {
      assertThat(topics(OutcomeForms.AVRO_AND_JSON))
          .filteredOn(finding -> finding.rule() == Rule.TOPIC_MISSING)
          .singleElement()
          .satisfies(finding -> assertThat(finding.subject()).isEqualTo(names.outcomesJson()));
      assertThat(json.create(3, 1)).containsExactly(Topic.OUTCOMES_JSON);
      assertThat(topics(OutcomeForms.AVRO_AND_JSON)).hasSize(Topic.values().length);
    }
  }

  @Test
  void createsAMissingTopicAgain() throws Exception {
    provisioner.create(3, 1);
    deleteTopic(names.suspects());
    assertThat(errors()).singleElement().satisfies(f -> assertThat(f.line()).contains("missing"));
    assertThat(provisioner.create(3, 1)).containsExactly(Topic.SUSPECTS);
    assertThat(errors()).isEmpty();
  }

  @Test
  void reportsEveryTopicOfAnEmptyClusterAsMissing() {
    assertThat(errors()).hasSize(TOPICS.size());
  }

  @Test
  void refusesToCreateWithAnotherCountThanRecorded() {
    provisioner.create(3, 1);
    assertMisconfigured(() -> provisioner.create(6, 1), names.meta(), "3", "6");
  }

  @Test
  void refusesToCreateBesideATopicWithAnotherCount() throws Exception {
    createTopic(names.dispatch(), 3, Map.of());
    assertMisconfigured(() -> provisioner.create(6, 1), names.dispatch(), "3", "6");
  }

  @Test
  void stopsOnACountThatChangedSinceCreation() throws Exception {
    provisioner.create(4, 1);
    for (Topic topic : TOPICS) {
      admin.createPartitions(Map.of(names.of(topic), NewPartitions.increaseTo(8))).all().get();
    }
    await().atMost(PATIENCE).until(() -> errors().size() == TOPICS.size());
    assertMisconfigured(
        this::requireFit, names.intents(), "is 8", "4 as at creation", "new topic prefix");
  }

  @Test
  void stopsOnUnequalCounts() throws Exception {
    provisioner.create(6, 1);
    deleteTopic(names.dispatch());
    createTopic(names.dispatch(), 3, TopicSettings.of(Topic.DISPATCH, 1));
    assertMisconfigured(this::requireFit, names.dispatch(), "is 3", "6 as of " + names.intents());
  }

  @Test
  void stopsWhenTheCountIsNotRecorded() throws Exception {
    provisioner.create(3, 1);
    deleteTopic(names.meta());
    assertMisconfigured(this::requireFit, names.meta(), "not recorded");
    provisioner.create(3, 1);
    assertThat(errors()).isEmpty();
  }

  @Test
  void stopsOnIntentsThatCarryTheProducersClock() throws Exception {
    provisioner.create(3, 1);
    alter(names.intents(), "message.timestamp.type", "CreateTime");
    assertMisconfigured(this::requireFit, names.intents(), "message.timestamp.type", "CreateTime");
  }

  @Test
  void stopsOnClaimsThatExpire() throws Exception {
    provisioner.create(3, 1);
    alter(names.claims(), "cleanup.policy", "delete");
    assertMisconfigured(this::requireFit, names.claims(), "cleanup.policy is delete");
  }

  @Test
  void stopsOnMoreInSyncReplicasThanReplicas() throws Exception {
    provisioner.create(3, 1);
    alter(names.outcomes(), "min.insync.replicas", "2");
    assertMisconfigured(this::requireFit, names.outcomes(), "min.insync.replicas is 2");
  }

  @Test
  void warnsOfShortRetentionAndSmallRecords() throws Exception {
    provisioner.create(3, 1);
    alter(names.outcomes(), "retention.ms", "1000");
    alter(names.dispatch(), "max.message.bytes", "2000");
    assertThat(topics(OutcomeForms.AVRO))
        .extracting(Finding::line)
        .anyMatch(line -> line.startsWith(names.outcomes() + ": retention.ms is 1000"))
        .anyMatch(line -> line.startsWith(names.dispatch() + ": max.message.bytes is 2000"));
  }

  @Test
  void reportsAReplicationFactorThatTheClusterCannotHold() {
    assertThatThrownBy(() -> provisioner.create(3, 2))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContaining("replication factor");
  }

  @Test
  void reportsABrokerThatDoesNotAnswerInTime() throws Exception {
    try (ServerSocket silent =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      assertUnavailable("127.0.0.1:" + silent.getLocalPort());
    }
  }

  @Test
  void reportsAnAddressThatDoesNotResolve() {
    assertUnavailable("no-such-host.invalid:9092");
  }

  private static void assertUnavailable(String bootstrap) {
    ClientSettings settings = new ClientSettings(KafkaConfig.of(bootstrap));
    assertThatThrownBy(
            () -> {
              try (TopicProvisioner away = TopicProvisioner.open(settings, Duration.ofSeconds(2))) {
                away.partitions();
              }
            })
        .isInstanceOfSatisfying(
            ActOnceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.BROKER_UNAVAILABLE))
        .hasMessageContaining(bootstrap);
  }

  private static void assertMisconfigured(Runnable action, String... parts) {
    assertThatThrownBy(action::run)
        .isInstanceOfSatisfying(
            ActOnceException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.TOPIC_MISCONFIGURED))
        .hasMessageContainingAll(parts);
  }

  private void requireFit() {
    try (Doctor doctor = Doctor.open(settings(OutcomeForms.AVRO))) {
      doctor.requireFit(List.of());
    }
  }

  private List<Finding> topics(OutcomeForms forms) {
    try (Doctor doctor = Doctor.open(settings(forms))) {
      return doctor.topics();
    }
  }

  private ClientSettings settings(OutcomeForms forms) {
    return new ClientSettings(kafka.withOutcomeForms(forms));
  }

  private List<Finding> errors() {
    List<Finding> errors = new ArrayList<>(topics(OutcomeForms.AVRO));
    errors.removeIf(finding -> finding.severity() == Severity.WARNING);
    return errors;
  }

  private static void createTopic(String name, int partitions, Map<String, String> settings)
      throws Exception {
    NewTopic topic = new NewTopic(name, partitions, (short) 1).configs(settings);
    admin.createTopics(List.of(topic)).all().get(60, TimeUnit.SECONDS);
    await().atMost(PATIENCE).until(() -> admin.listTopics().names().get().contains(name));
  }

  private static void deleteTopic(String name) throws Exception {
    admin.deleteTopics(List.of(name)).all().get(60, TimeUnit.SECONDS);
    await().atMost(PATIENCE).until(() -> !admin.listTopics().names().get().contains(name));
  }

  private static void alter(String topic, String setting, String value) throws Exception {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp change =
        new AlterConfigOp(new ConfigEntry(setting, value), AlterConfigOp.OpType.SET);
    admin
        .incrementalAlterConfigs(Map.of(resource, List.of(change)))
        .all()
        .get(60, TimeUnit.SECONDS);
    await().atMost(PATIENCE).until(() -> value.equals(setting(resource, setting)));
  }

  private static String setting(ConfigResource resource, String name) throws Exception {
    return admin
        .describeConfigs(List.of(resource))
        .all()
        .get(60, TimeUnit.SECONDS)
        .values()
        .iterator()
        .next()
        .get(name)
        .value();
  }
}
