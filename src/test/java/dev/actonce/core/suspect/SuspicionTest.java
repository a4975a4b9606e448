package dev.actonce.core.suspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyChoice;
import dev.actonce.core.KeyKind;
import dev.actonce.core.KeyPolicy;
import dev.actonce.core.Repeats;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.key.Derivation.Derived;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.suspect.SuspectedDuplicate.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SuspicionTest {
  private static final Duration WINDOW = Duration.ofSeconds(300);
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private @Nullable SuspectedDuplicate kept;

  @Test
  void reportsAFreshIntentIdForAnEqualPayloadWithTheSessionsThatAsked() {
    assertThat(see("one", "s1", 0)).isNull();

    SuspectedDuplicate report = Objects.requireNonNull(see("two", "s2", 1000));

    assertThat(report.keys()).isEqualTo(2);
    assertThat(report.firstAt()).isEqualTo(START);
    assertThat(report.sightings()).extracting(Sighting::session).containsExactly("s1", "s2");
    assertThat(report.sightings()).extracting(Sighting::intentId).containsExactly("one", "two");
  }

  @ParameterizedTest
  @CsvSource({"299999, true", "300000, false", "300001, false"})
  void looksBackForExactlyTheWindow(long laterMs, boolean suspected) {
    see("one", "s", 0);

    assertThat(see("two", "s", laterMs) != null).isEqualTo(suspected);
  }

  @Test
  void slidesWithEachSighting() {
    see("one", "s", 0);
    see("two", "s", 200_000);

    SuspectedDuplicate third = Objects.requireNonNull(see("three", "s", 400_000));

    assertThat(third.keys()).isEqualTo(3);
  }

  @Test
  void beginsAnewWhenTheChainHasEnded() {
    see("one", "s", 0);
    see("two", "s", 1000);
    assertThat(see("three", "s", 301_000)).isNull();

    SuspectedDuplicate report = Objects.requireNonNull(see("four", "s", 302_000));

    assertThat(report.sightings()).extracting(Sighting::intentId).containsExactly("three", "four");
    assertThat(report.keys()).isEqualTo(2);
  }

  @Test
  void doesNotSuspectTheNextGenerationOfAKey() {
    see("one", "s", 0);

    assertThat(see("one", "s", 1000)).isNull();
    assertThat(see("one", "s", 250_000)).isNull();
    assertThat(see("two", "s", 450_000)).as("within the window of the latest one").isNotNull();
  }

  @Test
  void tellsNothingTwiceWhenARecordIsReadAgain() {
    see("one", "s", 0);
    see("two", "s", 1000);
    SuspectedDuplicate before = kept;

    assertThat(see("one", "s", 0)).isNull();
    assertThat(see("two", "s", 1000)).isNull();
    assertThat(kept).isEqualTo(before);
  }

  @Test
  void ordersSightingsThatComeLate() {
    see("two", "s", 1000);

    SuspectedDuplicate report = Objects.requireNonNull(see("one", "s", 0));

    assertThat(report.sightings()).extracting(Sighting::intentId).containsExactly("one", "two");
    assertThat(report.firstAt()).isEqualTo(START);
  }

  @Test
  void keepsTheNewerOneWhenAMuchOlderOneComesLate() {
    see("two", "s", 900_000);

    assertThat(see("one", "s", 0)).isNull();
    assertThat(see("three", "s", 901_000)).isNotNull();
  }

  @Test
  void boundsAReportAndGoesOnCounting() {
    for (int i = 0; i < 99; i++) {
      see("id-" + i, "s", i);
    }

    SuspectedDuplicate report = Objects.requireNonNull(see("id-99", "s", 99));

    assertThat(report.keys()).isEqualTo(100);
    assertThat(report.sightings()).hasSize(SuspectedDuplicate.MAX_SIGHTINGS);
    assertThat(report.latest().intentId()).isEqualTo("id-99");
  }

  @ParameterizedTest
  @EnumSource
  void watchesByClassWhatARepeatWouldHarm(SafetyClass safety) {
    assertThat(Suspicion.watches(policy(safety, KeyChoice.AUTO, Repeats.BY_CLASS)))
        .isEqualTo(safety.sideEffecting());
    assertThat(Suspicion.watches(policy(safety, KeyChoice.TOOL_CALL, Repeats.BY_CLASS))).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void doesAsTheCatalogSaysWhateverTheClass(SafetyClass safety) {
    for (KeyChoice choice : KeyChoice.values()) {
      assertThat(Suspicion.watches(policy(safety, choice, Repeats.SUSPICIOUS))).isTrue();
      assertThat(Suspicion.watches(policy(safety, choice, Repeats.MEANT))).isFalse();
    }
  }

  private @Nullable SuspectedDuplicate see(String intentId, String session, long atMs) {
    Suspicion.Observation observation =
        Suspicion.observe(kept, Suspicion.first(action(intentId, session, atMs)), WINDOW);
    kept = observation.next();
    return observation.report();
  }

  private static ApprovedAction action(String intentId, String session, long atMs) {
    ActionIntent intent =
        ActionIntent.of(
                "r-" + intentId,
                new Scope("acme", session, "run", "agent"),
                "pay",
                "{\"amount\":5}")
            .withIntentId(intentId);
    Derived derived = (Derived) KeyDeriver.derive(intent, KeyPolicy.AUTO);
    IdempotencyKey key = derived.key();
    Fingerprint fingerprint = derived.fingerprint();
    return new ApprovedAction(
        key, 1, KeyKind.INTENT, fingerprint, START.plusMillis(atMs), intent, ReplyHash.NONE);
  }

  private static ToolPolicy policy(SafetyClass safety, KeyChoice choice, Repeats repeats) {
    KeyPolicy key =
        new KeyPolicy(choice, List.of(), Set.of(), Set.of(), Set.of(), Set.of(), repeats);
    ToolPolicy.Execution execution =
        new ToolPolicy.Execution(
            ToolPolicy.Execution.DEFAULT.retry(),
            Duration.ofSeconds(1),
            1,
            Duration.ofHours(1),
            Duration.ofSeconds(1));
    return new ToolPolicy("pay", safety, key, ToolPolicy.Memory.DEFAULT, execution, "test");
  }
}
