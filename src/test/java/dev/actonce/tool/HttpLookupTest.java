package dev.actonce.tool;

import static dev.actonce.tool.WireServer.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.core.execution.LookupResult;
import dev.actonce.core.execution.LookupResult.Absent;
import dev.actonce.core.execution.LookupResult.Found;
import dev.actonce.core.execution.LookupResult.Inconclusive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpLookupTest {
  private static final String NOT_FOUND = "HTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n";

  @Test
  void asksByTheProviderKey() {
    try (WireServer server = WireServer.answering(ok("application/json", "{\"data\":[]}"))) {
      lookUp(server, "$.data[0]");

      assertThat(server.requests().get(0)).startsWith("GET /c?key=" + Calls.KEY + "%2F2 HTTP/1.1");
    }
  }

  @Test
  void findsTheEffectWithItsReferenceAndExactDigits() {
    assertThat(answered("{\"data\":[{\"id\":\"ch_1\",\"n\":9007199254740993.10}]}"))
        .isEqualTo(new Found("{\"id\":\"ch_1\",\"n\":9007199254740993.10}", "ch_1"));
  }

  @Test
  void findsByAFilter() {
    try (WireServer server =
        WireServer.answering(ok("application/json", "{\"data\":[{\"id\":7,\"k\":1}]}"))) {
      assertThat(lookUp(server, "$.data[?(@.k == 1)]"))
          .isEqualTo(new Found("[{\"id\":7,\"k\":1}]", null));
      assertThat(lookUp(server, "$.data[?(@.k == 2)]")).isEqualTo(new Absent());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"data\":[]}",
        "{\"data\":[null]}",
        "{\"data\":[{}]}",
        "{\"data\":[[]]}",
        "{\"data\":[\"\"]}"
      })
  void isAbsentWhenTheAnswerHoldsNothing(String body) {
    assertThat(answered(body)).isEqualTo(new Absent());
  }

  @Test
  void isAbsentWhenTheMemberOfTheRootIsMissing() {
    try (WireServer server = WireServer.answering(ok("application/json", "{}"))) {
      assertThat(lookUp(server, "$.charge")).isEqualTo(new Absent());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/c/{provider_key}", "/c/{key}?all=1", "/c/{order}/events"})
  void isAbsentOn404WhenThePathNamesTheObject(String path) {
    try (WireServer server = WireServer.answering(NOT_FOUND)) {
      LookupResult result =
          Calls.handler(Calls.withLookup(server.url(path), "$.id"))
              .lookUp(Calls.with("{\"order\":7}"));
      assertThat(result).isEqualTo(new Absent());
    }
  }

  /** A wrong endpoint answers 404 as well: that must not pass for a proof. */
  @Test
  void provesNothingOn404WhenOnlyTheQueryNamesTheObject() {
    assertThat(lookUpRaw(NOT_FOUND))
        .isInstanceOfSatisfying(
            Inconclusive.class,
            result -> assertThat(result.message()).contains("404", "its url is wrong"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"error\":\"busy\"}",
        "{\"data\":null}",
        "[]",
        "{\"data\":[false]}",
        "{\"data\":",
        "",
        "<html>maintenance</html>"
      })
  void provesNothingWhenTheAnswerHasAnotherShape(String body) {
    assertThat(answered(body)).isInstanceOf(Inconclusive.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 401, 403, 409, 429, 500, 503})
  void provesNothingOnAnyOtherStatus(int status) {
    assertThat(lookUpRaw("HTTP/1.1 " + status + " X\r\nContent-Length: 0\r\n\r\n"))
        .isInstanceOf(Inconclusive.class);
  }

  @Test
  void provesNothingWhenTheBodyBreaksOff() {
    try (WireServer server =
        new WireServer(
            (socket, number) -> {
              WireServer.write(
                  socket, "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"data\":[]}");
              return false;
            })) {
      assertThat(lookUp(server, "$.data[0]")).isInstanceOf(Inconclusive.class);
    }
  }

  @Test
  void provesNothingWhenTheProviderIsDown() {
    assertThat(
            Calls.handler(Calls.withLookup("http://127.0.0.1:1/{key}", "$.a"))
                .lookUp(Calls.with("{}")))
        .isInstanceOf(Inconclusive.class);
  }

  @Test
  void provesNothingWhenAnArgumentIsMissing() {
    assertThat(
            Calls.handler(Calls.withLookup("http://127.0.0.1:1/{order}", "$.a"))
                .lookUp(Calls.with("{}")))
        .isInstanceOfSatisfying(
            Inconclusive.class, result -> assertThat(result.message()).contains("'order'"));
  }

  private static LookupResult answered(String body) {
    return lookUpRaw(ok("application/json", body));
  }

  private static LookupResult lookUpRaw(String answer) {
    try (WireServer server = WireServer.answering(answer)) {
      return lookUp(server, "$.data[0]");
    }
  }

  private static LookupResult lookUp(WireServer server, String found) {
    return Calls.handler(Calls.withLookup(server.url("/c?key={provider_key}"), found))
        .lookUp(Calls.with("{}"));
  }
}
