package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProviderProfileTest {
  @Test
  void fillsWhatTheToolLeavesOut() {
    Tool tool = tool("profile: stripe");

    assertThat(tool.policy().execution().providerKeyTtl()).isEqualTo(Duration.ofHours(24));
    assertThat(tool.policy().execution().keyAfterError()).isEqualTo(KeyAfterError.REPLAYS);
    assertThat(tool.http().orElseThrow().keyHeader()).isEqualTo("Idempotency-Key");
    assertThat(tool.http().orElseThrow().notExecuted()).contains(402).doesNotContain(409, 429);
  }

  @Test
  void yieldsToTheToolsOwnSettings() {
    Tool tool =
        tool(
            "profile: short_lived_key, key_header: X-Key, not_executed: [418],"
                + " key_after_error: covers");

    assertThat(tool.policy().execution().providerKeyTtl()).isEqualTo(Duration.ofMinutes(30));
    assertThat(tool.policy().execution().keyAfterError()).isEqualTo(KeyAfterError.COVERS);
    assertThat(tool.http().orElseThrow().keyHeader()).isEqualTo("X-Key");
    assertThat(tool.http().orElseThrow().notExecuted()).containsExactly(418);
    assertThat(
            parse("keyed", "provider_key_ttl: 5m", "profile: stripe")
                .require("pay")
                .policy()
                .execution()
                .providerKeyTtl())
        .isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void failsClosedOnAnUnknownNameWithTheNearest() {
    assertThatThrownBy(() -> tool("profile: strpe"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("test:5")
        .hasMessageContaining("tools.pay.http.profile")
        .hasMessageContaining("did you mean 'stripe'?");
  }

  @Test
  void isRefusedWhereNoKeyIsSent() {
    assertThatThrownBy(() -> parse("unsafe", "window: 1s", "profile: stripe"))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("declare the tool 'keyed'");
  }

  @Test
  void isPartOfThePolicysHash() {
    assertThat(tool("key_header: Idempotency-Key, key_after_error: forgets").policy().hash())
        .isNotEqualTo(tool("key_header: Idempotency-Key").policy().hash());
  }

  @Test
  void isDocumentedWithItsSource() throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/providers.md"));

    assertThat(ProviderProfile.names())
        .isNotEmpty()
        .allSatisfy(name -> assertThat(page).contains("## `" + name + "`"));
  }

  private static Tool tool(String http) {
    return parse("keyed", "window: 1s", http).require("pay");
  }

  private static Catalog parse(String safety, String setting, String http) {
    return Catalog.parse(
        """
        tools:
          pay:
            safety: %s
            %s
            http: { url: "http://host/pay", %s }
        """
            .formatted(safety, setting, http),
        "test");
  }
}
