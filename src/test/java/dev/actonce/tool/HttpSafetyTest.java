package dev.actonce.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.net.http.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSafetyTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "true", "TRUE"})
  void refusesAJvmThatRepeatsEveryMethod(String value) {
    assertThatThrownBy(() -> HttpSafety.requireSafe(value))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSAFE_JVM))
        .hasMessageContaining("Remove -Djdk.httpclient.enableAllMethodRetry");
  }

  @Test
  void acceptsAnyOtherJvm() {
    assertThatCode(HttpSafety::requireSafeJvm).doesNotThrowAnyException();
    assertThatCode(() -> HttpSafety.requireSafe("false")).doesNotThrowAnyException();
  }

  @Test
  void makesClientsThatFollowNoRedirectAndRepeatNoConnect() {
    HttpClient client = HttpSafety.newClient();

    assertThat(client.followRedirects()).isEqualTo(HttpClient.Redirect.NEVER);
    assertThat(client.connectTimeout()).isPresent();
    assertThat(System.getProperty("jdk.httpclient.disableRetryConnect")).isEqualTo("true");
  }
}
