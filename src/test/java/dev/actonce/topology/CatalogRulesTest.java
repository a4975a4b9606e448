package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import dev.actonce.core.gate.Screening;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a check throws refuses the intent, and never ends the thread. */
class CatalogRulesTest {
  private static final CatalogRules RULES =
      new CatalogRules(
          Catalog.parse(
              """
              tools:
                ping:
                  safety: idempotent
                  arguments: { type: object, properties: {} }
                tree:
                  safety: idempotent
                  arguments:
                    $ref: '#/$defs/node'
                    $defs: { node: { type: object, additionalProperties: { $ref: '#/$defs/node' } } }
                free:
                  safety: idempotent
                pay:
                  safety: idempotent
                  arguments: { type: object, required: [amount] }
              """,
              "tools.yaml"),
          Set.of());
  private static final String DEEPEST = "{\"a\":".repeat(63) + "{}" + "}".repeat(63);

  @Test
  void refusesAnIntentWhoseKeyOverflowsTheStack() {
    assertRefusedWhenTheStackIsShort("free", "INVALID_ARGUMENTS");
  }

  @Test
  void refusesAnIntentWhoseSchemaCheckOverflowsTheStack() {
    assertRefusedWhenTheStackIsShort("tree", "cannot be checked");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", "\n", "null", " null ", "\"\"", "\"{}\"", "{}"})
  void takesEveryFormOfNoArgumentsForTheEmptyObject(String arguments) {
    ActionIntent intent = intent("ping", arguments);

    assertThat(screen(intent))
        .isEqualTo(screen(intent("ping", "{}")))
        .isInstanceOf(Screening.Passed.class);
    assertThat(intent.arguments()).isEqualTo("{}");
  }

  @Test
  void namesTheFieldThatNoArgumentsLack() {
    assertThat(refusal(screen(intent("pay", "\"\""))))
        .contains("SCHEMA_VIOLATION")
        .contains("'amount' is required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "\"x\"", "0", "false", "nul", "\"{\\\"a\\\":1}\""})
  void refusesOtherValuesThatAreNoObject(String arguments) {
    assertThat(refusal(screen(intent("ping", arguments)))).contains("INVALID_ARGUMENTS");
  }

  private static void assertRefusedWhenTheStackIsShort(String action, String reason) {
    ActionIntent intent = intent(action, DEEPEST);
    assertThat(screen(intent)).isInstanceOf(Screening.Passed.class);

    assertThat(refusal(withTheLeastStack(intent, Long.MAX_VALUE))).contains(reason);
  }

  /** Screens as deep in the stack as an answer comes at all. */
  private static Screening withTheLeastStack(ActionIntent intent, long frames) {
    if (frames == 0) {
      return screen(intent);
    }
    try {
      return withTheLeastStack(intent, frames - 1);
    } catch (StackOverflowError e) {
      return screen(intent);
    }
  }

  private static String refusal(Screening screening) {
    assertThat(screening).isInstanceOf(Screening.Refused.class);
    OutcomeEvent outcome = ((Screening.Refused) screening).outcome();
    assertThat(outcome.status()).isEqualTo(OutcomeStatus.REJECTED);
    return outcome.answer().toString();
  }

  private static Screening screen(ActionIntent intent) {
    return Screening.screen(intent, RULES, Instant.EPOCH);
  }

  private static ActionIntent intent(String action, String arguments) {
    return ActionIntent.of("r1", Scope.ofTenant("t"), action, arguments);
  }
}
