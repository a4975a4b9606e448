package dev.actonce.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.HttpTarget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arguments in a URL. */
class HttpUrlTest {
  @ParameterizedTest
  @CsvSource({
    "1e2, 100",
    "1E+2, 100",
    "100, 100",
    "42.0, 42",
    "42, 42",
    "14900e-2, 149",
    "19.90, 19.9",
    "-0.0, 0",
    "-1.5, -1.5",
    "1e-7, 0.0000001",
    "9007199254740993, 9007199254740993",
    "12345678901234567890.5, 12345678901234567890.5",
    "true, true",
    "'\"1e2\"', 1e2",
    "'\"042.0\"', 042.0"
  })
  void writesANumberAsAPlainDecimalSoThatEqualNumbersHaveOneUrl(String value, String written) {
    assertThat(url("{\"id\":" + value + "}")).isEqualTo("http://host/o/" + written);
  }

  @Test
  void writesEveryNumberThatHasAKey() {
    assertThat(url("{\"id\":1e400}")).isEqualTo("http://host/o/1" + "0".repeat(400));
    assertThat(url("{\"id\":-1e-400}")).isEqualTo("http://host/o/-0." + "0".repeat(399) + "1");
    assertThat(url("{\"id\":" + "9".repeat(400) + "e400}")).endsWith("9" + "0".repeat(400));
  }

  @Test
  void refusesANumberWhosePlainFormIsAbsurd() {
    for (String number : new String[] {"1e99999", "1e-99999", "1e999999999", "1e-999999999"}) {
      assertThatThrownBy(() -> url("{\"id\":" + number + "}"))
          .isInstanceOf(NotExecutedException.class)
          .hasMessageContaining("'id' cannot stand in the URL")
          .hasMessageContaining("digits");
    }
  }

  private static String url(String arguments) {
    return HttpRequests.to(HttpTarget.of("GET", "http://host/o/{id}"), Calls.with(arguments))
        .build()
        .uri()
        .toString();
  }
}
