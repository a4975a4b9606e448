package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.wire.RegistrySettings.Registration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the registry's answers mean, over real sockets. */
@SuppressWarnings("NullAway.Init")
class SchemaRegistryTest {
  private static final String SCHEMA = "{\"type\":\"record\",\"name\":\"X\",\"fields\":[]}";
  private static final String FOUND = "{\"schema\":\"" + SCHEMA.replace("\"", "\\\"") + "\"}";

  private record Answer(int status, String body) {}

  private final Deque<Answer> answers = new ConcurrentLinkedDeque<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> authorizations = new CopyOnWriteArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void remembersTheSchemaOfAnId() {
    answers.add(new Answer(200, FOUND));
    SchemaRegistry registry = registry(settings());

    assertThat(registry.schema(7)).isEqualTo(new Schema.Parser().parse(SCHEMA));
    assertThat(registry.schema(7)).isEqualTo(new Schema.Parser().parse(SCHEMA));

    assertThat(asked).containsExactly("GET /schemas/ids/7");
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 429, 408, 302, 200})
  void asksAgainAfterAnAnswerThatIsNone(int status) {
    answers.add(new Answer(status, "<html>busy</html>"));
    answers.add(new Answer(200, FOUND));
    boolean redirects = status == 302;
    SchemaRegistry registry = registry(settings());

    if (redirects) {
      assertThat(refusal(() -> registry.schema(7)).code()).isEqualTo(ErrorCode.REGISTRY_REFUSED);
    } else {
      assertThat(registry.schema(7)).isNotNull();
      assertThat(asked).hasSize(2);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<html>not here</html>", "{\"error_code\":0,\"message\":\"no path\"}", ""})
  void takesNoOther404ForAnUnknownId(String body) {
    answers.add(new Answer(404, body));
    SchemaRegistry registry = registry(settings());

    ActOnceException refused = refusal(() -> registry.schema(7));

    assertThat(refused.code()).isEqualTo(ErrorCode.REGISTRY_REFUSED);
    assertThat(refused).hasMessageContaining("/apis/ccompat/v7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"schema\":\"{}\"}",
        "{\"schema\":\"\"}",
        "{\"schemaType\":\"PROTOBUF\",\"schema\":\"syntax\"}",
        "{\"schema\":\"\\\"string\\\"\",\"references\":[{\"name\":\"a\"}]}"
      })
  void takesASchemaThatNobodyCanReadForABadRecord(String body) {
    answers.add(new Answer(200, body));

    assertThat(refusal(() -> registry(settings()).schema(7)).code())
        .isEqualTo(ErrorCode.UNDECODABLE);
  }

  @Test
  void failsAtOnceWhileAPauseLastsAndTellsWhenItIsOver() throws IOException {
    SchemaRegistry registry = registry(RegistrySettings.of("http://127.0.0.1:" + freePort()));
    assertThat(refusal(() -> registry.schema(7)).code()).isEqualTo(ErrorCode.REGISTRY_UNAVAILABLE);
    assertThat(refusal(() -> registry.schema(8)).code()).isEqualTo(ErrorCode.REGISTRY_UNAVAILABLE);

    assertThat(registry.outage()).hasValueSatisfying(r -> assertThat(r).contains("not answer"));
  }

  @Test
  void recoversByItself() {
    for (int i = 0; i < 4; i++) {
      answers.add(new Answer(503, "{}"));
    }
    SchemaRegistry registry = registry(settings());
    assertThat(refusal(() -> registry.schema(7)).code()).isEqualTo(ErrorCode.REGISTRY_UNAVAILABLE);
    assertThat(registry.outage()).isPresent();
    assertThat(asked).hasSize(4);

    nanos.addAndGet(10_000_000_000L);
    answers.add(new Answer(200, FOUND));

    assertThat(registry.outage()).isEmpty();
    assertThat(registry.schema(7)).isNotNull();
    assertThat(asked).hasSize(5);
  }

  @Test
  void triesTheNextUrl() throws IOException {
    answers.add(new Answer(200, FOUND));

    SchemaRegistry registry =
        registry(RegistrySettings.of("http://127.0.0.1:" + freePort() + ", " + url() + "/"));

    assertThat(registry.schema(7)).isNotNull();
  }

  @Test
  void takesTheIdOfWhoeverRegisteredTheSameSchemaFirst() {
    answers.add(new Answer(409, "{\"error_code\":409,\"message\":\"already exists\"}"));
    answers.add(new Answer(200, "{\"id\":3}"));
    SchemaRegistry registry = registry(settings().withRegistration(Registration.REGISTER));

    assertThat(registry.id("a-value", new Schema.Parser().parse(SCHEMA))).isEqualTo(3);
    assertThat(asked).containsExactly("POST /subjects/a-value/versions", "POST /subjects/a-value");
  }

  @Test
  void registersOrLooksUpAsItIsTold() {
    Schema schema = new Schema.Parser().parse(SCHEMA);
    answers.add(new Answer(200, "{\"id\":5}"));
    answers.add(new Answer(200, "{\"id\":6}"));

    int registered =
        registry(settings().withRegistration(Registration.REGISTER)).id("a.b-value", schema);
    int found = registry(settings()).id("t-value", schema);

    assertThat(List.of(registered, found)).containsExactly(5, 6);
    assertThat(asked)
        .containsExactly("POST /subjects/a.b-value/versions", "POST /subjects/t-value");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403, 409, 422})
  void leavesARefusalToAPerson(int status) {
    answers.add(new Answer(status, "{\"error_code\":" + status + ",\"message\":\"no\"}"));

    ActOnceException refused =
        refusal(() -> registry(settings()).id("t-value", new Schema.Parser().parse(SCHEMA)));

    assertThat(refused.code()).isEqualTo(ErrorCode.REGISTRY_REFUSED);
    assertThat(refused).hasMessageContaining("HTTP " + status);
  }

  @Test
  void sendsCredentialsAndNeverShowsThem() {
    answers.add(new Answer(200, FOUND));
    answers.add(new Answer(401, "{}"));
    RegistrySettings basic =
        settings().withProperties(Map.of("basic.auth.user.info", "anna:s3cret"));
    RegistrySettings bearer = settings().withProperties(Map.of("bearer.auth.token", "t0ken"));

    registry(basic).schema(7);
    ActOnceException refused = refusal(() -> registry(bearer).schema(7));

    assertThat(authorizations).containsExactly("Basic YW5uYTpzM2NyZXQ=", "Bearer t0ken");
    assertThat(refused.getMessage() + basic + bearer + WireFormat.registry(basic))
        .doesNotContain("s3cret")
        .doesNotContain("t0ken")
        .doesNotContain("YW5uYTpzM2NyZXQ");
  }

  @Test
  void refusesPropertiesThatItWouldIgnore() {
    assertThatThrownBy(() -> settings().withProperties(Map.of("basic.auth.user", "anna:s3cret")))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("unknown property 'basic.auth.user'")
        .hasMessageContaining("basic.auth.user.info");
    assertThatThrownBy(
            () ->
                settings()
                    .withProperties(
                        Map.of("basic.auth.user.info", "a:b", "bearer.auth.token", "c")))
        .hasMessageContaining("exclude each other");
    assertThatThrownBy(
            () -> settings().withProperties(Map.of("basic.auth.credentials.source", "URL")))
        .hasMessageContaining("must be USER_INFO");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "registry:8081", "ftp://x/", "http://", "http://a?b=c", "a b"})
  void refusesWhatIsNoUrl(String url) {
    assertThatThrownBy(() -> RegistrySettings.of(url))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("schema-registry-url");
  }

  @Test
  void refusesCredentialsInTheUrlWithoutShowingThem() {
    assertThatThrownBy(() -> RegistrySettings.of("http://anna:s3cret@registry:8081"))
        .hasMessageContaining("basic.auth.user.info")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void readsNoAnswerWithoutEnd() {
    answers.add(new Answer(200, "x".repeat(RegistryCalls.MAX_ANSWER_BYTES + 1)));
    answers.add(new Answer(200, FOUND));

    assertThat(registry(settings()).schema(7)).isNotNull();
    assertThat(asked).hasSize(2);
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
    authorizations.addAll(exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
    exchange.getRequestBody().readAllBytes();
    Answer answer = answers.isEmpty() ? new Answer(503, "") : answers.removeFirst();
    byte[] body = answer.body().getBytes(UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private SchemaRegistry registry(RegistrySettings settings) {
    return new SchemaRegistry(settings, nanos::get, new Random(1));
  }

  private RegistrySettings settings() {
    return RegistrySettings.of(url());
  }

  private String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static ActOnceException refusal(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    return catchThrowableOfType(ActOnceException.class, call);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
