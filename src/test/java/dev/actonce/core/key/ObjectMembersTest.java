package dev.actonce.core.key;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ObjectMembersTest {
  /** Few and many are sorted in different ways. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 23, 24, 25, 26, 400})
  void sortsByCodeUnitsWhateverTheOrder(int count) {
    List<String> names = names(count);
    for (long seed = 0; seed < 20; seed++) {
      List<String> shuffled = new ArrayList<>(names);
      Collections.shuffle(shuffled, new Random(seed));
      ObjectMembers members = members(shuffled);

      assertThat(members.sort()).isTrue();
      assertThat(members.toObject().members())
          .extracting(member -> member.name().text())
          .isEqualTo(names.stream().sorted().toList());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 24, 25, 400})
  void findsANameThatOccursTwice(int count) {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<String> names = names(count - 1);
      names.add(names.get(random.nextInt(names.size())));
      Collections.shuffle(names, random);

      assertThat(members(names).sort()).as("seed %d", seed).isFalse();
    }
  }

  private static List<String> names(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // One begins another; beyond the BMP sorts before U+FFxx by code units, after it by bytes.
      names.add(i % 3 == 0 ? "n".repeat(i + 1) : (i % 3 == 1 ? "\uff5e" : "\ud83d\ude00") + i);
    }
    return names;
  }

  private static ObjectMembers members(List<String> names) {
    ObjectMembers members = new ObjectMembers();
    for (String name : names) {
      members.add(new JsonValue.Member(JsonValue.StringValue.of(name), JsonValue.Literal.TRUE));
    }
    return members;
  }
}
