package dev.actonce.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectIteration;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import dev.actonce.testing.LongRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.opentest4j.TestAbortedException;

/** The kit fails for tools and agents with a hole, and says which hole it is. */
@LongRun
final class NegativeControlsIT {
  /** What each planted suite's row said; empty if it passed. */
  private static final Map<String, Optional<Throwable>> SAID = new ConcurrentHashMap<>();

  /** All in one run of JUnit, which shares one broker. */
  @BeforeAll
  static void runThePlants() {
    EngineTestKit.engine("junit-jupiter")
        .selectors(
            row(PlantedAgents.KeyMintedPerCall.class, ContractRow.NEW_TOOL_CALL_ID),
            row(PlantedAgents.KeyWithoutArguments.class, ContractRow.OTHER_ARGUMENTS),
            row(PlantedAgents.NestedArgumentsDropped.class, ContractRow.OTHER_NESTED_ARGUMENTS),
            row(PlantedAgents.NestedArgumentsDropped.class, ContractRow.REORDERED_ARGUMENTS),
            row(PlantedTools.KeyStoredAfterACrashPoint.class, ContractRow.PROCESS_KILLED),
            row(PlantedTools.ErrorOnDuplicate.class, ContractRow.RESPONSE_DROPPED),
            row(PlantedTools.UnknownReportedAsFailed.class, ContractRow.RESPONSE_DROPPED),
            row(PlantedTools.ReleaseOnTimeout.class, ContractRow.RESPONSE_DELAYED),
            row(PlantedTools.PastTheProxy.class, ContractRow.RESPONSE_DROPPED),
            row(PlantedAgents.TrustedToolCallIds.class, ContractRow.RESPONSE_DROPPED),
            row(PlantedAgents.TrustedToolCallIds.class, ContractRow.NEW_TOOL_CALL_ID))
        .execute()
        .testEvents()
        .finished()
        .stream()
        .forEach(NegativeControlsIT::keep);
  }

  @Test
  void failsForAKeyThatIsMintedPerCall() {
    assertThat(said(PlantedAgents.KeyMintedPerCall.class, ContractRow.NEW_TOOL_CALL_ID))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll(
            "pay breaks its contract in NEW_TOOL_CALL_ID",
            "2 effect(s), expected 1",
            "the agent mints a key per call");
  }

  @Test
  void failsForAKeyWithoutArguments() {
    assertThat(said(PlantedAgents.KeyWithoutArguments.class, ContractRow.OTHER_ARGUMENTS))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll("expected 2", "the key is made without the arguments");
  }

  @Test
  void failsForAHashThatDropsNestedArguments() {
    assertThat(said(PlantedAgents.NestedArgumentsDropped.class, ContractRow.OTHER_NESTED_ARGUMENTS))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll(
            "1 effect(s), expected 2", "nested arguments are dropped from the hash");
  }

  @Test
  void passesTheRowsThatAPlantDoesNotTouch() {
    assertThat(
            SAID.get(
                name(PlantedAgents.NestedArgumentsDropped.class, ContractRow.REORDERED_ARGUMENTS)))
        .isEqualTo(Optional.empty());
  }

  @Test
  void failsForAKeyThatIsStoredAfterACrashPoint() {
    assertThat(said(PlantedTools.KeyStoredAfterACrashPoint.class, ContractRow.PROCESS_KILLED))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll(
            "2 effect(s), expected 1",
            "the key is stored only after a point at which the process can die");
  }

  @Test
  void failsForAnErrorOnADuplicate() {
    assertThat(said(PlantedTools.ErrorOnDuplicate.class, ContractRow.RESPONSE_DROPPED))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll(
            "the repeat of a provider key is answered with an error instead of the stored result",
            "409");
  }

  @Test
  void failsForAnUnknownThatIsReportedAsFailed() {
    assertThat(said(PlantedTools.UnknownReportedAsFailed.class, ContractRow.RESPONSE_DROPPED))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll(
            "2 effect(s), expected 1", "a lost answer was reported as a failure", "NO_ANSWER");
  }

  @Test
  void failsForAKeyThatIsReleasedOnTimeout() {
    assertThat(said(PlantedTools.ReleaseOnTimeout.class, ContractRow.RESPONSE_DELAYED))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll(
            "effect(s), expected 1", "the key was released when the time was over");
  }

  @Test
  void failsForAFaultThatDidNotFireThoughTheEffectIsOne() {
    assertThat(said(PlantedTools.PastTheProxy.class, ContractRow.RESPONSE_DROPPED))
        .isInstanceOf(ContractViolation.class)
        .hasMessageContainingAll(
            "1 effect(s), expected 1",
            "this row proves nothing, because the fault drop_response did not happen");
  }

  @Test
  void keepsTheToolCallIdOfARetryWhereTheCatalogTrustsIt() {
    assertThat(SAID.get(name(PlantedAgents.TrustedToolCallIds.class, ContractRow.RESPONSE_DROPPED)))
        .isEqualTo(Optional.empty());
    assertThat(said(PlantedAgents.TrustedToolCallIds.class, ContractRow.NEW_TOOL_CALL_ID))
        .isInstanceOf(TestAbortedException.class)
        .hasMessageContaining("key: tool_call");
  }

  private static Throwable said(Class<?> plant, ContractRow row) {
    return SAID.getOrDefault(name(plant, row), Optional.empty())
        .orElseThrow(() -> new AssertionError(row + " of " + plant + " was not run, or passed"));
  }

  private static void keep(Event event) {
    String id = event.getTestDescriptor().getUniqueId().toString();
    for (Class<?> plant : plants()) {
      if (id.contains(plant.getName() + "]")) {
        String row = event.getTestDescriptor().getDisplayName().split(":", 2)[0];
        SAID.put(
            plant.getName() + " " + row,
            event.getRequiredPayload(TestExecutionResult.class).getThrowable());
      }
    }
  }

  private static Class<?>[] plants() {
    return new Class<?>[] {
      PlantedAgents.KeyMintedPerCall.class,
      PlantedAgents.KeyWithoutArguments.class,
      PlantedAgents.NestedArgumentsDropped.class,
      PlantedTools.KeyStoredAfterACrashPoint.class,
      PlantedTools.ErrorOnDuplicate.class,
      PlantedTools.UnknownReportedAsFailed.class,
      PlantedTools.ReleaseOnTimeout.class,
      PlantedTools.PastTheProxy.class,
      PlantedAgents.TrustedToolCallIds.class
    };
  }

  private static String name(Class<?> plant, ContractRow row) {
    return plant.getName() + " " + row;
  }

  private static DiscoverySelector row(Class<?> plant, ContractRow row) {
    return selectIteration(
        selectMethod(plant, "holds", ContractCheck.class),
        List.of(ContractRow.values()).indexOf(row));
  }
}
