package dev.actonce.kafka.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.RetryPolicy;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.Execution;
import dev.actonce.core.ToolPolicy.Memory;
import dev.actonce.kafka.ClientSettings;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Our own time-outs, the tools' times, the library, and the groups. */
class SettingsCheckTest {
  private static final KafkaConfig OURS = KafkaConfig.of("localhost:1");
  private static final Duration RETENTION = Duration.ofDays(30);

  @Test
  void findsNothingInOurDefaults() {
    assertThat(rules(ClientCheck.settings(OURS, consumer(OURS))))
        .containsExactly(Rule.CLIENT_SETTINGS);
    assertThat(PolicyCheck.findings(OURS, List.of(tool(Duration.ofHours(24), null)), RETENTION))
        .isEmpty();
  }

  @Test
  void findsAConsumerThatReadsAbortedRecords() {
    Map<String, Object> consumer = consumer(OURS);
    consumer.put("isolation.level", "read_uncommitted");

    assertThat(rules(ClientCheck.settings(OURS, consumer))).startsWith(Rule.ISOLATION);
  }

  @Test
  void findsAPollIntervalShorterThanATakeover() {
    KafkaConfig hasty = OURS.withClientProperties(Map.of("max.poll.interval.ms", "60000"));

    assertThat(rules(ClientCheck.settings(hasty, consumer(hasty)))).startsWith(Rule.POLL_INTERVAL);
  }

  @Test
  void findsATransactionTimeoutThatOutlastsATakeover() {
    KafkaConfig slow = OURS.withTransactionTimeout(Duration.ofSeconds(31));

    assertThat(rules(ClientCheck.settings(slow, consumer(slow)))).startsWith(Rule.SLOW_TAKEOVER);
  }

  @Test
  void needsTheLibraryWithTransactionalStores() {
    assertThat(rules(ClientCheck.version("4.4.0"))).containsExactly(Rule.CLIENT_SETTINGS);
    assertThat(rules(ClientCheck.version("5.0.1-ce"))).containsExactly(Rule.CLIENT_SETTINGS);
    assertThat(rules(ClientCheck.version("4.3.9"))).containsExactly(Rule.CLIENT_VERSION);
    assertThat(rules(ClientCheck.version("3.9.1"))).containsExactly(Rule.CLIENT_VERSION);
    assertThat(rules(ClientCheck.version("unknown"))).containsExactly(Rule.NOT_CHECKED);
  }

  @Test
  void findsAProviderKeyThatDiesBeforeTheLastCall() {
    // Two calls of 30 s, a pause of 1 s, a session of 10 s and a transaction of 15 s.
    assertThat(findings(tool(Duration.ofSeconds(86), null))).isEmpty();
    assertThat(findings(tool(Duration.ofSeconds(85), null)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.PROVIDER_KEY_SHORT))
        .satisfies(finding -> assertThat(finding.expected()).startsWith("at least PT1M26S"));
  }

  @Test
  void findsAMemoryThatOutlastsTheOutcomes() {
    ToolPolicy tool = tool(Duration.ofHours(24), null);

    assertThat(rules(PolicyCheck.findings(OURS, List.of(tool), Duration.ofHours(23))))
        .containsExactly(Rule.MEMORY_BEYOND_RESULTS);
    assertThat(PolicyCheck.findings(OURS, List.of(tool), Duration.ofMillis(-1))).isEmpty();
  }

  @Test
  void tellsHowLongADoubtWaitsForItsLookUp() {
    assertThat(findings(tool(Duration.ofHours(24), Duration.ofSeconds(5))))
        .singleElement()
        .satisfies(finding -> assertThat(finding.actual()).startsWith("PT43S"));
  }

  @Test
  void tellsTheLagOfEachPartition() {
    GroupFacts group =
        new GroupFacts(
            "actonce.gate",
            "Stable",
            2,
            Map.of(
                new TopicPartition("actonce.intents", 1), -1L,
                new TopicPartition("actonce.intents", 0), 5L));

    assertThat(GroupCheck.findings(List.of(group)))
        .extracting(Finding::line)
        .containsExactly(
            "actonce.gate: the group is Stable with 2 members",
            "actonce.gate on actonce.intents: the lag by partition is {0=5, 1=no offset}");
  }

  @Test
  void saysWhatCouldNotBeChecked() {
    Reading<List<GroupFacts>> refused = new Reading.Unknown<>("not authorised");

    assertThat(refused.check("groups", GroupCheck::findings))
        .singleElement()
        .satisfies(finding -> assertThat(finding.rule()).isEqualTo(Rule.NOT_CHECKED))
        .satisfies(finding -> assertThat(finding.line()).contains("groups", "not authorised"));
  }

  private static List<Finding> findings(ToolPolicy tool) {
    return PolicyCheck.findings(OURS, List.of(tool), RETENTION);
  }

  private static List<Rule> rules(List<Finding> findings) {
    return findings.stream().map(Finding::rule).toList();
  }

  private static Map<String, Object> consumer(KafkaConfig config) {
    return new HashMap<>(new ClientSettings(config).executorConsumer("group", "doctor"));
  }

  private static ToolPolicy tool(Duration providerKeyTtl, @Nullable Duration lookupLag) {
    Duration pause = Duration.ofSeconds(1);
    return new ToolPolicy(
        "charge",
        SafetyClass.KEYED,
        KeyPolicy.AUTO,
        Memory.DEFAULT,
        new Execution(
            new RetryPolicy(2, pause, pause), Duration.ofSeconds(30), 1, providerKeyTtl, lookupLag),
        "test");
  }
}
