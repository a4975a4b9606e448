package dev.actonce.cli;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.actonce.testing.Browser;
import dev.actonce.testing.LongRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo's page in a real browser, against demos as processes of their own. */
@LongRun
class DemoPageIT {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final double LIMIT_MS = 60_000;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init") // Started before the first test.
  private static CliProcess demo;

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<JsonNode> posts = new CopyOnWriteArrayList<>();
  private final List<JsonNode> dropped = new CopyOnWriteArrayList<>();
  private final List<String> complaints = new ArrayList<>();

  /** One at whose provider no answer is lost. */
  @BeforeAll
  static void startDemo() {
    demo = demo("0");
  }

  @AfterAll
  static void stopsCleanly() throws InterruptedException {
    assertThat(demo.terminate(LIMIT)).isZero();
  }

  @Test
  void chargesOnceWhenTheBrowserLosesTheFirstAnswer() throws Exception {
    try (Browser browser = Browser.openOrSkip()) {
      Page page = open(browser, demo);
      page.route("**/intents", this::dropFirstAnswer);
      long requestsBefore = requestsAtProvider(demo);

      pay(page, "inv-lost");

      awaitEnd(page);
      assertThat(dropped).hasSize(1);
      assertThat(dropped.get(0).path("status").asText()).isEqualTo("SUCCEEDED");
      int attempts = Integer.parseInt(page.locator("#attempts").textContent());
      assertThat(attempts).isGreaterThan(1).isEqualTo(posts.size());
      assertThat(charges(demo, "inv-lost")).isEqualTo(1);
      assertThat(requestsAtProvider(demo)).isEqualTo(requestsBefore + 1);
      assertThat(posts).extracting(post -> post.path("intentId").asText()).containsOnly("inv-lost");
      assertThat(posts)
          .extracting(post -> post.path("toolCallId").asText())
          .doesNotHaveDuplicates();
      assertState(page, "Already done");
      assertThat(page.locator("#charges")).hasText("1");
      assertThat(page.locator("#reference")).hasText(dropped.get(0).path("reference").asText());
      assertThat(page.locator("#log li").first()).containsText("No answer");

      pay(page, "inv-lost"); // And on purpose, once more.
      assertState(page, "Already done");
      assertThat(charges(demo, "inv-lost")).isEqualTo(1);
      assertThat(complaints).allMatch(complaint -> complaint.contains("ERR_CONNECTION_RESET"));
    }
  }

  @Test
  void waitsForTheOutcomeWhenTheProviderLosesItsAnswers() throws Exception {
    try (CliProcess lossy = demo("1");
        Browser browser = Browser.openOrSkip()) {
      Page page = open(browser, lossy);

      pay(page, "inv-doubt");

      awaitEnd(page);
      assertThat(page.getByRole(AriaRole.STATUS).textContent()).isIn("Succeeded", "Already done");
      assertThat(charges(lossy, "inv-doubt")).isEqualTo(1);
      assertThat(requestsAtProvider(lossy)).isGreaterThan(1);
      assertThat(complaints).isEmpty();
    }
  }

  @Test
  void saysThatAnotherAmountIsRefusedAndShowsTextAsText() throws Exception {
    try (Browser browser = Browser.openOrSkip()) {
      Page page = open(browser, demo);
      String invoice = "<img src=x onerror=alert(1)>";
      pay(page, invoice);
      assertState(page, "Succeeded");

      page.getByLabel("Amount in EUR").fill("150");
      pay(page, invoice);

      assertState(page, "Conflict: this invoice has another amount");
      assertThat(page.locator("#log img")).hasCount(0);
      assertThat(charges(demo, invoice)).isEqualTo(1);
      assertThat(complaints).isEmpty();
    }
  }

  @Test
  void refusesWhatItsPageDidNotSend() throws Exception {
    URI intents = printed(demo, "agent page: ").resolve("/intents");
    String call =
        """
        {"action":"charge_card","intentId":"inv-evil",
         "arguments":{"customer_id":"c","amount":1,"currency":"EUR","invoice":"inv-evil"}}\
        """;

    assertThat(post(intents, call, "text/plain", null)).isEqualTo(415);
    assertThat(post(intents, call, "application/json", "http://evil.example")).isEqualTo(403);
    assertThat(post(intents, "{\"action\":7}", "application/json", null)).isEqualTo(400);
    assertThat(post(intents, "[]", "application/json", null)).isEqualTo(400);
    assertThat(charges(demo, "inv-evil")).isZero();
    assertThat(post(intents, call, "application/json", null)).isEqualTo(200);
    assertThat(charges(demo, "inv-evil")).isEqualTo(1);
  }

  /** The first post reaches the demo and is charged; the page never hears of it. */
  private void dropFirstAnswer(Route route) {
    JsonNode call = read(route.request().postData());
    posts.add(call);
    if (posts.size() > 1) {
      route.resume();
      return;
    }
    APIResponse answer = route.fetch();
    String invoice = call.path("arguments").path("invoice").asText();
    await().atMost(LIMIT).until(() -> charges(demo, invoice) == 1);
    dropped.add(read(answer.text()));
    route.abort("connectionreset");
  }

  private static CliProcess demo(String lostResponses) {
    CliProcess demo =
        CliProcess.start(directory, Map.of(), "demo", "page", "--lost-responses", lostResponses);
    demo.awaitPrinted("stop with Ctrl-C");
    return demo;
  }

  private Page open(Browser browser, CliProcess demo) {
    Page page = browser.newPage();
    page.onConsoleMessage(
        message -> {
          if (message.type().equals("error")) {
            complaints.add(message.text());
          }
        });
    page.onPageError(complaints::add);
    page.navigate(printed(demo, "agent page: ").toString());
    return page;
  }

  private static void pay(Page page, String invoice) {
    page.getByLabel("Invoice").fill(invoice);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Pay")).click();
  }

  private static void assertState(Page page, String words) {
    Locator state = page.getByRole(AriaRole.STATUS);
    assertThat(state).hasText(words, new LocatorAssertions.HasTextOptions().setTimeout(LIMIT_MS));
    awaitEnd(page);
  }

  private static void awaitEnd(Page page) {
    assertThat(page.getByRole(AriaRole.BUTTON)).isEnabled(within());
  }

  private static LocatorAssertions.IsEnabledOptions within() {
    return new LocatorAssertions.IsEnabledOptions().setTimeout(LIMIT_MS);
  }

  private static URI printed(CliProcess demo, String label) {
    return demo.out()
        .lines()
        .filter(line -> line.startsWith(label))
        .map(line -> URI.create(line.substring(label.length())))
        .findFirst()
        .orElseThrow();
  }

  /** What the provider itself says. */
  private long charges(CliProcess demo, String invoice) throws IOException, InterruptedException {
    String query = URLEncoder.encode(invoice, UTF_8);
    return get(URI.create(printed(demo, "payment provider: ") + "?invoice=" + query))
        .path("data")
        .size();
  }

  private long requestsAtProvider(CliProcess demo) throws IOException, InterruptedException {
    return get(printed(demo, "payment provider: ").resolve("/stats")).path("requests").asLong();
  }

  private JsonNode get(URI uri) throws IOException, InterruptedException {
    return read(http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body());
  }

  private int post(URI uri, String body, String mediaType, @Nullable String origin)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .header("Content-Type", mediaType)
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (origin != null) {
      request.header("Origin", origin);
    }
    return http.send(request.build(), BodyHandlers.ofString()).statusCode();
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
