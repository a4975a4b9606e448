package dev.actonce.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import org.junit.jupiter.api.Test;

class ClientKeysTest {
  private static final Catalog CATALOG =
      Catalog.parse(
          """
          tools:
            charge_card:
              safety: unsafe
              identity: [customer]
            send_mail:
              safety: unsafe
              key: fingerprint
          """,
          "tools.yaml");

  private final ClientKeys keys = new ClientKeys(CATALOG);

  @Test
  void derivesWithTheToolsPolicy() {
    ActionIntent first = intent("charge_card", "", "{\"customer\":1,\"note\":\"a\"}");
    ActionIntent second = intent("charge_card", "", "{\"customer\":1,\"note\":\"b\"}");
    assertThat(keys.known(first)).isPresent().isEqualTo(keys.known(second));
  }

  @Test
  void knowsNoKeyOfAnActionOutsideTheCatalogButGuessesOne() {
    ActionIntent unknown = intent("book_flight", "", "{}");
    assertThat(keys.known(unknown)).isEmpty();
    assertThat(keys.hint(unknown)).isPresent();
    assertThat(new ClientKeys(null).known(intent("charge_card", "i-1", "{}"))).isEmpty();
  }

  @Test
  void hasNoKeyForMalformedArguments() {
    assertThat(keys.hint(intent("charge_card", "", "{\"a\":"))).isEmpty();
  }

  @Test
  void derivesTheKeyOfABusinessIdWithoutItsArguments() {
    assertThat(keys.known(intent("charge_card", "i-1", "{\"customer\":1}")))
        .contains(keys.ofIntentId("charge_card", "acme", "i-1"));
  }

  @Test
  void refusesABusinessIdThatIsNotTheKey() {
    assertThatThrownBy(() -> keys.ofIntentId("send_mail", "acme", "i-1"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("FINGERPRINT")
        .hasMessageContaining("ask by key");
  }

  @Test
  void needsACatalogForABusinessId() {
    assertThatThrownBy(() -> new ClientKeys(null).ofIntentId("charge_card", "acme", "i-1"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("catalog");
  }

  private static ActionIntent intent(String action, String intentId, String arguments) {
    return Intent.action(action)
        .tenant("acme")
        .intentId(intentId)
        .arguments(arguments)
        .build()
        .toActionIntent("request", null);
  }
}
