package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.avro.Schema;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of records by what a registry says of each id, over real sockets. */
@SuppressWarnings("NullAway.Init")
class RegistryIdsTest {
  private static final Schema OURS = ForeignIntent.type().published();
  private static final int OWN_ID = 1;
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Answer ABSENT =
      new Answer(404, "{\"error_code\":40403,\"message\":\"Schema not found\"}");
  private static final Answer FOUND = found(OURS.toString());

  private record Answer(int status, String body) {}

  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private HttpServer server;
  private SchemaRegistry registry;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    answers.put("/subjects/t-value", new Answer(200, "{\"id\":" + OWN_ID + "}"));
    answers.put(path(OWN_ID), FOUND);
    registry =
        new SchemaRegistry(
            RegistrySettings.of("http://127.0.0.1:" + server.getAddress().getPort()),
            nanos::get,
            new Random(1));
    registry.id("t-value", OURS);
    asked.clear();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void findsANewIdWithOneQuestion() {
    answers.put(path(7), FOUND);

    assertThat(registry.schema(7)).isEqualTo(OURS);
    assertThat(asked).containsExactly(path(7));
  }

  @Test
  void letsARecordWaitWhoseSchemaTheRegistryDoesNotKnowYet() {
    ActOnceException waits = refusal(7);
    assertThat(waits.code()).isEqualTo(ErrorCode.REGISTRY_UNAVAILABLE);
    assertThat(waits).hasMessageContaining("schema id 7 is unknown").hasMessageContaining("again");
    assertThat(registry.outage()).hasValueSatisfying(why -> assertThat(why).contains("id 7"));

    pass(Duration.ofSeconds(4));
    answers.put(path(7), FOUND);

    assertThat(registry.outage()).isEmpty();
    assertThat(registry.schema(7)).isEqualTo(OURS);
  }

  @Test
  void putsARecordAsideWhoseIdStaysUnknownAndAsksAgainLater() {
    assertThat(waited(7)).isBetween(UnresolvedIds.CONFIRMED_AFTER, Duration.ofSeconds(6));
    assertThat(refusal(7)).hasMessageContaining("unknown").hasMessageContaining("not found");
    assertThat(registry.outage()).isEmpty();

    answers.put(path(7), FOUND);
    pass(SchemaRegistry.ABSENCE_LASTS);

    assertThat(registry.schema(7)).isEqualTo(OURS);
  }

  @Test
  void waitsWhileTheRegistryKnowsNotEvenOurOwnSchema() {
    answers.remove(path(OWN_ID));

    assertThat(waited(7, Duration.ofSeconds(5))).isEqualTo(LIMIT);
    assertThat(refusal(7)).hasMessageContaining("this pipeline's own");
  }

  @Test
  void handlesAFloodOfUnknownIdsAndLosesNoRecordOfANewOne() {
    Duration waited = Duration.ZERO;
    for (int id = 1_000; id < 1_400; id++) {
      waited = waited.plus(waited(id));
    }
    answers.put(path(2_000), FOUND);

    assertThat(waited).isLessThan(Duration.ofSeconds(20));
    assertThat(refusal(1_399).getMessage()).contains("too many unknown ids");
    assertThat(registry.schema(2_000)).isEqualTo(OURS);
    assertThat(asked).hasSizeLessThan(600);
  }

  @ParameterizedTest
  @ValueSource(ints = {403, 410})
  void putsARecordAsideWhoseIdIsRefusedForLong(int status) {
    answers.put(path(7), new Answer(status, "{\"error_code\":1,\"message\":\"not for you\"}"));

    assertThat(waited(7, Duration.ofSeconds(5)))
        .isBetween(UnresolvedIds.PATIENCE, Duration.ofMinutes(6));
    assertThat(refusal(7).code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refusal(7))
        .hasMessageContaining("HTTP " + status)
        .hasMessageContaining("not for you");

    answers.put(path(7), FOUND);
    pass(SchemaRegistry.ABSENCE_LASTS);
    assertThat(registry.schema(7)).isEqualTo(OURS);
  }

  @Test
  void putsARecordAsideForWhoseIdTheRegistryAlwaysFails() {
    answers.put(path(7), new Answer(500, "{\"error_code\":50001,\"message\":\"broken\"}"));

    assertThat(waited(7, Duration.ofSeconds(29))).isLessThan(Duration.ofMinutes(7));
    assertThat(refusal(7).code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refusal(7)).hasMessageContaining("HTTP 500, broken");
  }

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void waitsForARegistryThatRefusesAll(int status) {
    answers.put(path(7), new Answer(status, "{}"));
    answers.put(path(OWN_ID), new Answer(status, "{}"));

    assertThat(waited(7, Duration.ofSeconds(20))).isEqualTo(LIMIT);
    assertThat(refusal(7).code()).isEqualTo(ErrorCode.REGISTRY_REFUSED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"schema\":\"{}\"}", "{\"schema\":\"\"}", "{\"schema\":7}"})
  void refusesAnAnswerThatHoldsNoSchema(String body) {
    answers.put(path(7), new Answer(200, body));

    assertThat(refusal(7).code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refusal(7)).hasMessageStartingWith("schema id 7 is no Avro schema");
    assertThat(asked).hasSize(1);
  }

  @Test
  void namesTheHeaderOfARecordWhoseBodyOnlyLooksFramed() {
    var framing =
        new RegistryFraming<>(
            ForeignIntent.type(),
            new SingleObjectFraming<>(ForeignIntent.type(), List.of()),
            registry,
            "t");
    RecordHeaders headers = new RecordHeaders();
    headers.add("__value_schema_id", new byte[17]);
    byte[] body = {0, 0, 0, 3, 7, 2, 'a', 2, 'b'};

    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> framing.read(body, headers));

    assertThat(refused.code()).isEqualTo(ErrorCode.UNDECODABLE);
    assertThat(refused)
        .hasMessageContaining("in the header __value_schema_id")
        .hasMessageNotContaining("Confluent");
  }

  @Test
  void readsAFramedBodyWhoseIdIsInAHeaderToo() {
    answers.put(path(7), FOUND);
    var framing =
        new RegistryFraming<>(
            ForeignIntent.type(),
            new SingleObjectFraming<>(ForeignIntent.type(), List.of()),
            registry,
            "t");
    byte[] bytes =
        framing.write(IntentMapping.toAvro(Samples.full().intent()), new RecordHeaders());
    ByteBuffer.wrap(bytes).putInt(1, 7);
    RecordHeaders headers = new RecordHeaders();
    headers.add("__value_schema_id", new byte[17]);

    assertThat(IntentMapping.fromAvro(framing.read(bytes, headers)))
        .isEqualTo(Samples.full().intent());
  }

  private Duration waited(int id) {
    return waited(id, Duration.ofMillis(500));
  }

  /** How long a record waits that is tried again and again; at most ten minutes. */
  private Duration waited(int id, Duration tick) {
    Duration waited = Duration.ZERO;
    while (waited.compareTo(LIMIT) < 0) {
      ActOnceException refusal = refusal(id);
      if (refusal == null || refusal.code() == ErrorCode.UNDECODABLE) {
        return waited;
      }
      pass(tick);
      waited = waited.plus(tick);
    }
    return waited;
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  private ActOnceException refusal(int id) {
    return catchThrowableOfType(ActOnceException.class, () -> registry.schema(id));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    exchange.getRequestBody().readAllBytes();
    @Nullable Answer known = answers.get(path);
    Answer answer = known == null ? ABSENT : known;
    byte[] body = answer.body().getBytes(UTF_8);
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String path(int id) {
    return "/schemas/ids/" + id;
  }

  private static Answer found(String schema) {
    return new Answer(
        200, "{\"schema\":\"" + schema.replace("\\", "\\\\").replace("\"", "\\\"") + "\"}");
  }
}
