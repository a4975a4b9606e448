package dev.actonce.lab.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import java.math.BigDecimal;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TrafficPlanTest {
  private static final TrafficPlan.Mix MIX = new TrafficPlan.Mix(1_000, 0.3, 42);
  private static final TrafficPlan PLAN = TrafficPlan.of(MIX, "demo");
  private static final Catalog CATALOG =
      DemoCatalog.of(URI.create("http://127.0.0.1:9300/charges"));

  @Test
  void isTheSameForTheSameMix() {
    assertThat(TrafficPlan.of(MIX, "demo").publishes()).isEqualTo(PLAN.publishes());
  }

  @Test
  void isAnotherForAnotherSeed() {
    assertThat(TrafficPlan.of(new TrafficPlan.Mix(1_000, 0.3, 43), "demo").publishes())
        .isNotEqualTo(PLAN.publishes());
  }

  @Test
  void repeatsExactlyTheWantedShareOneToThreeTimes() {
    Map<Integer, Long> publishes =
        PLAN.publishes().stream()
            .collect(Collectors.groupingBy(PlannedPublish::actionIndex, Collectors.counting()));

    assertThat(publishes).hasSize(1_000);
    assertThat(publishes.values().stream().filter(count -> count > 1)).hasSize(300);
    assertThat(publishes.values()).allMatch(count -> count <= 4).contains(2L, 3L, 4L);
  }

  @Test
  void makesEveryKindOfRetry() {
    assertThat(PLAN.publishes()).extracting(PlannedPublish::kind).contains(PublishKind.values());
  }

  @Test
  void wantsActionsWithAndWithoutAnId() {
    assertThat(PLAN.actions().stream().filter(action -> action.intentId() != null).count())
        .isBetween(500L, 700L);
  }

  @Test
  void spreadsRetriesFromAtOnceToLongAfter() {
    List<Integer> distances =
        Stream.iterate(0, i -> i < PLAN.publishes().size(), i -> i + 1)
            .filter(i -> PLAN.publishes().get(i).kind() != PublishKind.ORIGINAL)
            .map(i -> i - originalAt(PLAN.publishes().get(i).actionIndex()))
            .toList();

    assertThat(distances).allMatch(distance -> distance > 0);
    assertThat(distances).anyMatch(distance -> distance <= TrafficPlan.NEAR);
    assertThat(distances).anyMatch(distance -> distance >= TrafficPlan.FAR_MIN);
  }

  @Test
  void givesEachActionOneKeyInAllItsWordings() {
    Map<Integer, Set<IdempotencyKey>> keys = new HashMap<>();
    for (PlannedPublish publish : PLAN.publishes()) {
      keys.computeIfAbsent(publish.actionIndex(), index -> new HashSet<>()).add(key(publish));
    }

    assertThat(keys.values()).allMatch(ofAction -> ofAction.size() == 1);
    assertThat(keys.values().stream().flatMap(Set::stream).distinct()).hasSize(1_000);
  }

  @Test
  void publishesOnlyWhatTheCatalogAllows() {
    Tool tool = CATALOG.require(DemoCatalog.ACTION);

    assertThat(PLAN.publishes())
        .allMatch(
            publish ->
                tool.arguments().orElseThrow().validate(publish.intent().arguments()).isEmpty());
  }

  @Test
  void neverPlansAWarmActionUnderLoad() {
    Set<Purchase> load =
        PLAN.actions().stream().map(PlannedAction::purchase).collect(Collectors.toSet());

    assertThat(TrafficPlan.warm(1_000, MIX.seed(), "demo").actions())
        .extracting(PlannedAction::purchase)
        .doesNotContainAnyElementsOf(load);
  }

  @Test
  void spellsOneAmountInManyWays() {
    BigDecimal amount = new BigDecimal("149");

    assertThat(Wording.withZero(amount)).isEqualTo("149.0");
    assertThat(Wording.withExponent(amount)).isEqualTo("1.49e2");
    assertThat(Wording.withExponent(new BigDecimal("100"))).isEqualTo("1e2");
    assertThat(Wording.withExponent(new BigDecimal("0.75"))).isEqualTo("7.5e-1");
  }

  private static int originalAt(int actionIndex) {
    for (int i = 0; i < PLAN.publishes().size(); i++) {
      PlannedPublish publish = PLAN.publishes().get(i);
      if (publish.actionIndex() == actionIndex && publish.kind() == PublishKind.ORIGINAL) {
        return i;
      }
    }
    throw new AssertionError("no original of action " + actionIndex);
  }

  private static IdempotencyKey key(PlannedPublish publish) {
    return KeyDeriver.derive(publish.intent(), CATALOG.require(DemoCatalog.ACTION).policy().key())
        .match(
            Derivation.Derived::key,
            underivable -> {
              throw new AssertionError(underivable.message());
            });
  }
}
