package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import org.junit.jupiter.api.Test;

class UrlTemplateTest {
  @Test
  void encodesEverythingThatCouldAddASegmentOrParameter() {
    UrlTemplate template = new UrlTemplate("http://h:1/a/{x}?q={x}");

    assertThat(template.expand(name -> "a/b?c=d&e %é$1").toString())
        .isEqualTo(
            "http://h:1/a/a%2Fb%3Fc%3Dd%26e%20%25%C3%A9%241?q=a%2Fb%3Fc%3Dd%26e%20%25%C3%A9%241");
  }

  @Test
  void namesItsPlaceholders() {
    assertThat(new UrlTemplate("http://h/{id}?k={provider_key}").placeholders())
        .containsExactly("id", "provider_key");
  }

  @Test
  void keepsPlaceholdersOutOfTheHost() {
    for (String url :
        new String[] {"http://{h}/", "http://a.{h}", "http://h?q=1{x}", "http://{u}@h/"}) {
      assertThatThrownBy(() -> new UrlTemplate(url)).isInstanceOf(ActOnceException.class);
    }
  }

  @Test
  void refusesCredentialsInTheUrl() {
    assertThatThrownBy(() -> new UrlTemplate("http://u:p@h/")).hasMessageContaining("no user");
  }
}
