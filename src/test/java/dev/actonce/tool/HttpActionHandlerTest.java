package dev.actonce.tool;

import static dev.actonce.tool.WireServer.ok;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.HttpSpec;
import dev.actonce.catalog.HttpTarget;
import dev.actonce.catalog.UrlTemplate;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Succeeded;
import dev.actonce.core.execution.ActionResult.Unknown;
import dev.actonce.core.outcome.AnswerLimits;
import java.net.http.HttpClient;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is sent, and how complete answers are classified. */
class HttpActionHandlerTest {
  private static final String ARGUMENTS = "{ \"amount\" : 149.00, \"name\": \"Zoë\" }";

  @Test
  void sendsTheArgumentsVerbatimWithTheProviderKey() {
    try (WireServer server = WireServer.answering(ok("application/json", "{}"))) {
      execute(server);

      assertThat(server.requests()).hasSize(1);
      assertThat(server.requests().get(0))
          .startsWith("POST /pay HTTP/1.1\r\n")
          .containsIgnoringCase("\r\nIdempotency-Key: " + Calls.KEY + "/2\r\n")
          .containsIgnoringCase("\r\nContent-Type: application/json\r\n")
          .doesNotContainIgnoringCase("upgrade")
          .endsWith("\r\n\r\n" + ARGUMENTS);
    }
  }

  @Test
  void sendsTheSameBytesOnEveryAttempt() {
    try (WireServer server = WireServer.answering(ok("application/json", "{}"))) {
      execute(server);
      execute(server);

      assertThat(server.requests().get(0)).isEqualTo(server.requests().get(1));
    }
  }

  @Test
  void sendsTheCatalogsHeaders() {
    try (WireServer server = WireServer.answering(ok("application/json", "{}"))) {
      HttpTarget target =
          new HttpTarget(
              "PUT",
              new UrlTemplate(server.url("/pay/{provider_key}?of={name}")),
              Map.of("Authorization", "Bearer b"),
              HttpClient.Version.HTTP_1_1);
      Calls.handler(HttpSpec.of(target)).execute(Calls.with(ARGUMENTS));

      assertThat(server.requests().get(0))
          .startsWith("PUT /pay/" + Calls.KEY + "%2F2?of=Zo%C3%AB HTTP/1.1\r\n")
          .containsIgnoringCase("\r\nAuthorization: Bearer b\r\n");
    }
  }

  @Test
  void sendsNoBodyWithAGet() {
    try (WireServer server = WireServer.answering(ok("application/json", "{}"))) {
      Calls.handler(HttpSpec.of(HttpTarget.of("GET", server.url("/q?n={name}"))))
          .execute(Calls.with(ARGUMENTS));

      assertThat(server.requests().get(0)).startsWith("GET /q?n=Zo%C3%AB ").endsWith("\r\n\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"id\":\"\"}", "{\"id\":\"..\"}", "{\"id\":null}", "{\"id\":[]}"})
  void sendsNothingWhenAnArgumentCannotStandInTheUrl(String arguments) {
    try (WireServer server = WireServer.answering(ok("application/json", "{}"))) {
      HttpActionHandler handler =
          Calls.handler(HttpSpec.of(HttpTarget.of("DELETE", server.url("/users/{id}"))));

      assertThatThrownBy(() -> handler.execute(Calls.with(arguments)))
          .isInstanceOf(NotExecutedException.class)
          .hasMessageContaining("'id'");
      assertThat(server.requests()).isEmpty();
    }
  }

  @Test
  void succeedsWithTheJsonAsSentAndTheReference() {
    assertThat(answered(ok("application/json", "{\"id\": \"ch_1\", \"n\": 9007199254740993.10}")))
        .isEqualTo(new Succeeded("{\"id\": \"ch_1\", \"n\": 9007199254740993.10}", "ch_1"));
  }

  /** Unusual, but JSON, and the effect is certain: it must not be in doubt for ever. */
  @Test
  void succeedsWithUnusualJsonAsSent() {
    String deep = "{\"id\":\"ch_1\",\"deep\":" + "[".repeat(1_500) + "]".repeat(1_500) + "}";
    String digits = "{\"id\":\"ch_1\",\"n\":" + "7".repeat(2_000) + "}";
    String far = "{\"id\":1e99999999999}";

    assertThat(answered(ok("application/json", deep))).isEqualTo(new Succeeded(deep, "ch_1"));
    assertThat(answered(ok("application/json", digits))).isEqualTo(new Succeeded(digits, "ch_1"));
    assertThat(answered(ok("application/json", far)))
        .isEqualTo(new Succeeded(far, "1e99999999999"));
  }

  @Test
  void isUnknownWithTheReasonWhenTheBodyHoldsWhatIsNoJson() {
    assertThat(answered(ok("application/json", "{\"n\":NaN}")))
        .isInstanceOfSatisfying(
            Unknown.class,
            unknown -> {
              assertThat(unknown.code()).isEqualTo("MALFORMED_ANSWER");
              assertThat(unknown.message()).contains("NaN", "line 1");
            });
  }

  @Test
  void succeedsWithNullForAnEmptyBody() {
    assertThat(answered("HTTP/1.1 204 No Content\r\n\r\n")).isEqualTo(new Succeeded("null", null));
    assertThat(answered(ok("application/json", ""))).isEqualTo(new Succeeded("null", null));
  }

  @Test
  void succeedsWithPlainTextAsAJsonString() {
    assertThat(answered(ok("text/plain", "done \"now\"")))
        .isEqualTo(new Succeeded("\"done \\\"now\\\"\"", null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"id\":", "{} {}", "<html>", "\u0000"})
  void doubtsDeclaredJsonThatIsNone(String body) {
    assertUnknown(answered(ok("application/json; charset=utf-8", body)), "MALFORMED_ANSWER");
    assertUnknown(answered(ok("application/problem+json", body)), "MALFORMED_ANSWER");
  }

  @Test
  void succeedsWithANoteForAnAnswerThatIsTooLarge() { // K28
    String body = "\"" + "x".repeat(AnswerReader.MAX_BYTES) + "\"";

    assertThat(answered(ok("application/json", body)))
        .isEqualTo(new Succeeded(AnswerLimits.RESULT_TOO_LARGE, null));
  }

  @Test
  void acceptsAnAnswerOfExactlyTheLimit() {
    String body = "\"" + "x".repeat(AnswerReader.MAX_BYTES - 2) + "\"";

    assertThat(answered(ok("application/json", body))).isEqualTo(new Succeeded(body, null));
  }

  @Test
  void failsForGoodOnAStatusThatThePolicyLists() {
    assertThat(answered(status(402, "card declined")))
        .isEqualTo(new Failed("HTTP_402", "the provider answered 402: card declined", Retry.NEVER));
  }

  @Test
  void failsForNowOn429() {
    assertThat(answered(status(429, "")))
        .isEqualTo(new Failed("RATE_LIMITED", "the provider answered 429", Retry.LATER));
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 404, 408, 409, 422, 500, 502, 503, 504})
  void doubtsEveryOtherStatus(int status) {
    assertUnknown(answered(status(status, "x")), "HTTP_" + status);
  }

  @ParameterizedTest
  @ValueSource(ints = {301, 302, 303, 307, 308})
  void doubtsARedirectAndNeverFollowsIt(int status) {
    try (WireServer server =
        WireServer.answering(
            "HTTP/1.1 " + status + " Moved\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")) {
      assertUnknown(execute(server), "REDIRECT");
      assertThat(server.requests()).hasSize(1);
    }
  }

  private static String status(int status, String body) {
    return "HTTP/1.1 " + status + " X\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
  }

  private static ActionResult answered(String answer) {
    try (WireServer server = WireServer.answering(answer)) {
      ActionResult result = execute(server);
      assertThat(server.requests()).hasSize(1);
      return result;
    }
  }

  private static ActionResult execute(WireServer server) {
    return Calls.handler(Calls.post(server.url("/pay"))).execute(Calls.with(ARGUMENTS));
  }

  private static void assertUnknown(ActionResult result, String code) {
    assertThat(result)
        .isInstanceOfSatisfying(
            Unknown.class, unknown -> assertThat(unknown.code()).isEqualTo(code));
  }
}
