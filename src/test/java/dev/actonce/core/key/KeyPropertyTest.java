package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Properties over random documents; a failure names the seed that replays it. */
class KeyPropertyTest {
  private static final int DOCUMENTS = 500;

  private static final JsonMapper STRICT_JACKSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  @Test
  void keepsTheKeyWhateverTheSpelling() {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      RandomDocument random = new RandomDocument(seed);
      Map<String, @Nullable Object> document = random.object();
      String spelling = random.spell(document);

      assertThat(Intents.key(random.spell(document)))
          .as("seed %d: %s", seed, spelling)
          .startsWith("v1.")
          .isEqualTo(Intents.key(spelling));
    }
  }

  @Test
  void changesTheKeyWithAnyValue() {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      RandomDocument random = new RandomDocument(seed);
      Map<String, @Nullable Object> document = random.object();
      String changed = random.spell(random.change(document));

      assertThat(Intents.key(changed))
          .as("seed %d: %s", seed, changed)
          .startsWith("v1.")
          .isNotEqualTo(Intents.key(random.spell(document)));
    }
  }

  @Test
  void answersDamagedTextWithAKeyOrARejectionAndNothingElse() {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      RandomDocument random = new RandomDocument(seed);
      String damaged = random.damage(random.spell(random.object()));

      assertThat(Intents.key(damaged))
          .as("seed %d: %s", seed, damaged)
          .matches("v1\\.[A-Za-z0-9_-]{43}|" + KeyDeriver.INVALID_ARGUMENTS);
    }
  }

  @Test
  void acceptsNoTextThatAnotherStrictParserRefuses() {
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      RandomDocument random = new RandomDocument(seed);
      String damaged = random.damage(random.spell(random.object()));

      if (Intents.key(damaged).startsWith("v1.")) {
        assertThat(jacksonAccepts(damaged)).as("seed %d: %s", seed, damaged).isTrue();
      }
    }
  }

  private static boolean jacksonAccepts(String text) {
    try {
      return STRICT_JACKSON.readTree(text).isObject();
    } catch (JsonProcessingException e) {
      return false;
    }
  }
}
