package dev.actonce.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Scope;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IntentTest {
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00.123456Z");
  private static final Scope DEFAULTS = new Scope("acme", "s-1", "r-1", "planner");

  record Charge(String customer, BigDecimal amount) {}

  @Test
  void staysTheSameWishUnderEachRequestId() {
    Intent intent =
        Intent.action("charge_card")
            .intentId("invoice-1")
            .arguments("{\"amount\": 149.00}")
            .metadata("ticket", "T-1")
            .build(InstantSource.fixed(NOW));
    ActionIntent first = intent.toActionIntent("one", DEFAULTS);
    ActionIntent second = intent.toActionIntent("two", DEFAULTS);
    assertThat(second).usingRecursiveComparison().ignoringFields("requestId").isEqualTo(first);
    assertThat(first.requestId()).isNotEqualTo(second.requestId());
  }

  @Test
  void isIssuedWhenItIsBuiltToTheMillisecond() {
    Intent intent = Intent.action("charge_card").build(InstantSource.fixed(NOW));
    assertThat(intent.issuedAt()).isEqualTo(Instant.parse("2030-01-01T00:00:00.123Z"));
  }

  @Test
  void keepsAnExplicitTimeOfIssue() {
    Instant issued = Instant.parse("2029-12-31T23:00:00Z");
    Intent intent = Intent.action("charge_card").issuedAt(issued).build(InstantSource.fixed(NOW));
    assertThat(intent.issuedAt()).isEqualTo(issued);
  }

  @Test
  void keepsJsonTextAsItIs() {
    String json = "{ \"b\" : 1.00, \"a\":null }";
    assertThat(Intent.action("x").arguments(json).build().arguments()).isEqualTo(json);
    assertThat(Intent.action("x").arguments((Object) json).build().arguments()).isEqualTo(json);
  }

  @Test
  void writesMapsAndBeansAsJson() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("customer", "c-1");
    map.put("amount", new BigDecimal("149.00"));
    String expected = "{\"customer\":\"c-1\",\"amount\":149.00}";
    assertThat(Intent.action("x").arguments(map).build().arguments()).isEqualTo(expected);
    Object bean = new Charge("c-1", new BigDecimal("149.00"));
    assertThat(Intent.action("x").arguments(bean).build().arguments()).isEqualTo(expected);
  }

  @Test
  void refusesArgumentsThatAreNoObject() {
    assertInvalid(() -> Intent.action("x").arguments(java.util.List.of(1)), "no JSON object");
    assertInvalid(() -> Intent.action("x").arguments(new Object()), "cannot be written as JSON");
    assertInvalid(() -> Intent.action("x").arguments(" "), "arguments must not be blank");
  }

  @Test
  void refusesABlankAction() {
    assertInvalid(() -> Intent.action(" "), "action must not be blank");
  }

  @Test
  void fillsTheScopeFromTheDefaultsPartByPart() {
    ActionIntent sent =
        Intent.action("x").session("s-2").build().toActionIntent("request", DEFAULTS);
    assertThat(sent.scope()).isEqualTo(new Scope("acme", "s-2", "r-1", "planner"));
  }

  @Test
  void needsATenantFromSomewhere() {
    Intent intent = Intent.action("charge_card").build();
    assertInvalid(() -> intent.toActionIntent("request", null), "no tenant");
  }

  @Test
  void showsNoArguments() {
    Intent intent = Intent.action("x").arguments("{\"card\":\"4242\"}").build();
    assertThat(intent.toString()).doesNotContain("4242");
  }

  private static void assertInvalid(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INTENT))
        .hasMessageContaining(message);
  }

  @Test
  void refusesTimesThatCannotBeMeant() {
    for (Instant time :
        new Instant[] {Instant.MAX, Instant.MIN, Instant.ofEpochMilli(1764494102)}) {
      assertThatThrownBy(() -> Intent.action("pay").deadline(time))
          .isInstanceOfSatisfying(
              ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_INTENT))
          .hasMessageStartingWith("deadline ");
      assertThatThrownBy(() -> Intent.action("pay").issuedAt(time))
          .isInstanceOf(ActOnceException.class)
          .hasMessageStartingWith("issuedAt ");
    }
  }
}
