package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every mistake names its file, line, setting and remedy. */
class CatalogErrorTest {
  @Test
  void namesTheNearestSettingForAnUnknownOne() {
    assertMessage("tools:\n  charge_card:\n    safety: unsafe\n    windw: 300s\n")
        .contains("tools.yaml:4:5: tools.charge_card.windw: unknown setting 'windw'")
        .contains("did you mean 'window'?");
  }

  /** One wrong line in an otherwise valid tool: the line, the place, and part of the remedy. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          safety: keyd             | 8  | safety             | did you mean 'keyed'?
          safety: KEYED            | 8  | safety             | did you mean 'keyed'?
          safety: 5                | 8  | safety             | write text
          key: intnt               | 7  | key                | did you mean 'intent'?
          window: 0s               | 7  | window             | longer than zero
          window: -5s              | 7  | window             | such as 300s
          window: 300              | 7  | window             | such as 300s
          window: [1s]             | 7  | window             | found a list
          memory:                  | 7  | memory             | found nothing
          provider_key_ttl: 1y     | 7  | provider_key_ttl   | such as 300s
          max_in_flight: 0         | 7  | max_in_flight      | 1 to 10000
          max_in_flight: many      | 7  | max_in_flight      | found 'many'
          retry: 3                 | 7  | retry              | write a mapping
          retry: { attempts: 101 } | 7  | retry.attempts     | 1 to 100
          retry: { tries: 3 }      | 7  | retry.tries        | valid here: attempts, backoff
          retry: { backoff: 9s }   | 7  | retry.backoff      | such as 200ms..10s
          retry: { backoff: 9s..1s } | 7 | retry.backoff     | must be positive and rising
          identity: amount         | 7  | identity           | write a list
          identity: []             | 7  | identity           | at least one argument
          identity: [amont]        | 7  | identity           | did you mean 'amount'?
          identity_optional: [note] | 7 | identity_optional  | under 'identity' too
          sets: [amount, amount]   | 7  | sets               | twice
          timeout: 5s              | 7  | timeout            | move it into the http block
          """)
  void namesTheWrongSetting(String wrong, int line, String setting, String remedy) {
    String yaml = wrong.startsWith("safety") ? tool("", wrong) : tool(wrong, "safety: unsafe");
    assertMessage(yaml)
        .contains("tools.yaml:" + line + ":")
        .contains("tools.pay." + setting + ":")
        .contains(remedy);
  }

  /** One wrong line in an otherwise valid http block. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          url: ftp://host/x                     | http.url       | begin it with https://
          url: localhost:9300/x                 | http.url       | begin it with https://
          url: http://{customer}/x              | http.url       | may not stand in the host
          url: http://host/{amout}              | http.url       | did you mean 'amount'?
          url: http://host/{amount              | http.url       | placeholders look like {key}
          method: FETCH                         | http.method    | valid here: DELETE, GET
          method: GET                           | http.method    | may send a GET twice
          key_header: Content-Length            | http           | choose another name
          headers: { "X Y": 1 }                 | http           | choose another name
          headers: { X: [1] }                   | http.headers.X | needs a text value
          not_executed: [503]                   | http.not_executed | 400 to 499
          not_executed: 400                     | http.not_executed | write a list
          reference: id                         | http.reference | begins with $
          version: http_3                       | http.version   | did you mean 'http_2'?
          lookup: { url: "http://h/{key}" }     | http.lookup    | such as $.data[0]
          lookup: { found: $.a }                | http.lookup    | say where the request goes
          lookup: { url: "http://h/", found: $.a }        | http.lookup.url   | names no action
          lookup: { url: "http://h/{key}", found: "$[" }  | http.lookup.found | not a JSON path
          lookup: { url: "http://h/{key}", found: $.a, method: POST } | http.lookup.method | GET
          lookup: { url: "http://h/{key}", found: $.a, lagg: 1s } | http.lookup.lagg | 'lag'
          """)
  void namesTheWrongHttpSetting(String wrong, String setting, String remedy) {
    String url = wrong.startsWith("url:") ? "" : "      url: http://host/pay\n";
    String yaml =
        tool("", "safety: unsafe").replace("      url: http://host/pay\n", url)
            + "      "
            + wrong
            + "\n";
    assertMessage(yaml)
        .containsPattern("tools\\.yaml:1[0-9]:")
        .contains("tools.pay." + setting + ":")
        .contains(remedy);
  }

  @Test
  void requiresSafetyWithoutADefault() {
    assertMessage("tools:\n  pay:\n    window: 1s\n")
        .contains("tools.yaml:3:5: tools.pay: 'safety' is missing; say what the tool offers");
  }

  @Test
  void requiresAUrl() {
    assertMessage("tools:\n  pay:\n    safety: unsafe\n    http:\n      method: POST\n")
        .contains("tools.yaml:5:7: tools.pay.http: 'url' is missing");
  }

  @Test
  void requiresAKeyOnTheWireOfAKeyedTool() {
    assertMessage(tool("", "safety: keyed")).contains("tools.pay.http:").contains("add key_header");
  }

  @Test
  void takesNoPromiseFromA409OfAKeyedTool() {
    assertMessage(
            tool("", "safety: keyed") + "      key_header: K\n      not_executed: [400, 409]\n")
        .contains("tools.pay.http.not_executed")
        .contains("found 409");
  }

  @Test
  void requiresALookupForLookupSafety() {
    assertMessage("tools:\n  pay:\n    safety: lookup\n")
        .contains("tools.yaml:3:5: tools.pay: safety is 'lookup' but there is no look-up")
        .contains("add http.lookup");
  }

  @Test
  void refusesAnInvalidSchema() {
    assertMessage("tools:\n  pay:\n    safety: unsafe\n    arguments: { type: objct }\n")
        .contains("tools.yaml:4:16: tools.pay.arguments: not a valid JSON Schema: /type")
        .contains("correct it");
  }

  @Test
  void refusesASchemaElsewhere() {
    assertMessage(
            "tools:\n  pay:\n    safety: unsafe\n    arguments: { $ref: 'http://127.0.0.1:1/x' }\n")
        .contains("tools.pay.arguments: not a valid JSON Schema");
  }

  @Test
  void asksForQuotesAroundAmbiguousWordsInASchema() {
    assertMessage("tools:\n  pay:\n    safety: unsafe\n    arguments: { enum: [yes, 0x1F] }\n")
        .contains("found yes; write true or false, or quote the text")
        .contains("found 0x1F; write a JSON number, or quote the text");
  }

  @Test
  void refusesASettingTwice() {
    assertMessage("tools:\n  pay:\n    safety: unsafe\n    safety: keyed\n")
        .contains("tools.yaml:4:5: tools.pay.safety: found 'safety' twice; keep one");
  }

  @Test
  void refusesAToolTwice() {
    assertMessage("tools:\n  pay: { safety: unsafe }\n  pay: { safety: keyed }\n")
        .contains("tools.yaml:3:3: tools.pay: found 'pay' twice");
  }

  @Test
  void refusesAStrangeName() {
    assertMessage("tools:\n  pay me: { safety: unsafe }\n")
        .contains("tools.yaml:2:3: tools.pay me: not a tool's name");
  }

  @Test
  void refusesBrokenYaml() {
    assertMessage("tools:\n  pay: { safety: unsafe\n  x: y\n")
        .contains("tools.yaml:3:")
        .contains("not valid YAML")
        .contains("mend the syntax");
  }

  @Test
  void refusesAliases() {
    assertMessage("tools:\n  a: &x { safety: unsafe }\n  b: *x\n")
        .contains("tools.yaml:3:6: found the alias '*x'; write the value out in full");
  }

  @Test
  void refusesAnEmptyFile() {
    assertMessage("").contains("tools.yaml:1:1").contains("it needs a 'tools' mapping");
  }

  @Test
  void refusesACatalogWithoutTools() {
    assertMessage("tools: {}").contains("has no tools; add at least one");
  }

  @Test
  void refusesAnUnknownTopLevelName() {
    assertMessage("tool:\n  pay: { safety: unsafe }\n")
        .contains("tools.yaml:1:1: tool: unknown setting 'tool'; did you mean 'tools'?");
  }

  @Test
  void refusesAHugeFile() {
    assertMessage("# " + "x".repeat(1 << 21)).contains("the file is over 1 MiB; split or shorten");
  }

  @Test
  void reportsSeveralMistakesTogether() {
    assertMessage("tools:\n  a: { safety: x }\n  b: { safety: unsafe, wndow: 1s }\n")
        .contains("2 problems")
        .contains("tools.yaml:2:16: tools.a.safety")
        .contains("tools.yaml:3:24: tools.b.wndow");
  }

  private static String tool(String line, String safety) {
    return """
    tools:
      pay:
        arguments:
          properties: { amount: { type: number }, customer: {} }
          required: [amount]
          additionalProperties: false
        %s
        %s
        http:
          url: http://host/pay
    """
        .formatted(line.isEmpty() ? "max_in_flight: 1" : line, safety);
  }

  private static AbstractStringAssert<?> assertMessage(String yaml) {
    ActOnceException thrown =
        catchThrowableOfType(ActOnceException.class, () -> Catalog.parse(yaml, "tools.yaml"));
    assertThat(thrown).isNotNull();
    assertThat(thrown.code()).isEqualTo(ErrorCode.INVALID_CATALOG);
    return assertThat(String.valueOf(thrown.getMessage()));
  }
}
