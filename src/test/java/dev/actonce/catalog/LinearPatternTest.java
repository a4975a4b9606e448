package dev.actonce.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Patterns mean what ECMA-262 says with its flag u. */
class LinearPatternTest {
  /** Texts have the escapes of JSON. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          b              ~ abc          ~ yes
          ^b             ~ abc          ~ no
          ^a$            ~ a\\u000a     ~ no
          a$             ~ a\\u000ab    ~ no
          ^b             ~ a\\u000ab    ~ no
          ^.$            ~ \\u000a      ~ no
          ^.$            ~ \\u2028      ~ no
          ^.$            ~ \\u0085      ~ yes
          ^.$            ~ \\ud83d\\ude00 ~ yes
          ^\\d$          ~ \\u0663      ~ no
          ^\\d$          ~ 7            ~ yes
          ^\\D$          ~ \\u0663      ~ yes
          ^\\w$          ~ \\u00e4      ~ no
          ^\\W$          ~ \\u00e4      ~ yes
          ^[^\\W]$       ~ _            ~ yes
          ^\\s$          ~ \\u00a0      ~ yes
          ^\\s$          ~ \\ufeff      ~ yes
          ^\\s$          ~ \\u2028      ~ yes
          ^\\s$          ~ \\u3000      ~ yes
          ^\\s$          ~ \\u000b      ~ yes
          ^\\s$          ~ \\u0085      ~ no
          ^\\S$          ~ \\u00a0      ~ no
          ^\\S$          ~ \\ufeff      ~ no
          ^\\S$          ~ x            ~ yes
          ^[\\s\\d]+$    ~ 1\\u20032    ~ yes
          ^[^\\s]$       ~ \\u202f      ~ no
          ^[\\S]$        ~ \\u202f      ~ no
          ^[\\S]$        ~ \\ud83d\\ude00 ~ yes
          ^\\cJ$         ~ \\u000a      ~ yes
          ^\\cj$         ~ \\u000a      ~ yes
          ^\\x41\\u0042\\u{43}$ ~ ABC   ~ yes
          ^\\u{1f600}$   ~ \\ud83d\\ude00 ~ yes
          ^\\ud83d\\ude00$ ~ \\ud83d\\ude00 ~ yes
          ^[\\ud83d\\ude00-\\u{1f610}]$ ~ \\ud83d\\ude05 ~ yes
          ^a\\/b$        ~ a/b          ~ yes
          ^a/b$          ~ a/b          ~ yes
          ^\\0$          ~ \\u0000      ~ yes
          ^[\\b]$        ~ \\u0008      ~ yes
          \\bfoo\\b      ~ a foo.       ~ yes
          \\bfoo\\b      ~ \\u00e4foo   ~ yes
          \\Boo          ~ foo          ~ yes
          ^(?<year>\\d{4})-(?<m>\\d\\d)$ ~ 2026-11 ~ yes
          ^(?:a|b)+$     ~ abba         ~ yes
          ^[^]$          ~ \\u000a      ~ yes
          ^[^]+$         ~ a\\u2028b    ~ yes
          []             ~ a            ~ no
          ^[^a]$         ~ \\u000a      ~ yes
          ^[a-c-]+$      ~ a-c          ~ yes
          ^[\\w-.]+$     ~ a-b.c        ~ yes
          ^[\\w-.]+$     ~ a+c          ~ no
          ^[.\\-+]+$     ~ -.+          ~ yes
          ^[[a]$         ~ [            ~ yes
          ^[a&&b]+$      ~ a&b          ~ yes
          ^\\@\\-\\_\\ \\"$ ~ `@-_ "`   ~ yes
          ^]}{$          ~ ]}{          ~ yes
          ^a{,2}$        ~ a{,2}        ~ yes
          ^a{2}$         ~ aa           ~ yes
          ^a{2,}$        ~ aaaa         ~ yes
          ^a{2,3}$       ~ aaaa         ~ no
          ^a{0}$         ~ ``           ~ yes
          ^a+?b*?c??$    ~ aabbc        ~ yes
          ^\\p{L}+$      ~ \\u00e4\\u03b2 ~ yes
          ^\\p{Letter}+$ ~ \\u00e4\\u03b2 ~ yes
          ^\\p{gc=Lu}$   ~ \\u00c4      ~ yes
          ^\\p{Script=Greek}+$ ~ \\u03b1\\u03b2 ~ yes
          ^\\p{sc=Greek}+$ ~ ab         ~ no
          ^\\P{L}+$      ~ 12           ~ yes
          ^[\\p{Lu}\\d]+$ ~ \\u00c41    ~ yes
          ^[^\\p{L}]+$   ~ 1a           ~ no
          ^\\p{ASCII}+$  ~ a\\u00e4     ~ no
          ^\\p{Any}$     ~ \\u000a      ~ yes
          ^(|a)(b|)$     ~ ab           ~ yes
          ^()$           ~ ``           ~ yes
          ^(a*)*$        ~ aaa          ~ yes
          x*             ~ ``           ~ yes
          (?:)           ~ ``           ~ yes
          ^(a$|b)        ~ a            ~ yes
          """)
  void matchesAsEcma262(String pattern, String text, String matches) {
    assertThat(LinearPattern.compile(pattern).matches(unescaped(text)))
        .isEqualTo(matches.equals("yes"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(",
        ")",
        "a)",
        "[",
        "[a",
        "*a",
        "+",
        "a**",
        "a*+",
        "a{2}{3}",
        "^*",
        "\\b+",
        "a{3,2}",
        "\\",
        "\\a",
        "\\A",
        "\\Z",
        "\\z",
        "\\Qx\\E",
        "\\h",
        "\\R",
        "\\é",
        "\\u12",
        "\\u{110000}",
        "\\u{}",
        "\\x1",
        "\\c1",
        "\\01",
        "\\p",
        "\\p{L",
        "(?<",
        "(?<1>a)",
        "(?<>a)",
        "[b-a]",
        "[[:alpha:]]",
        "(?:a"
      })
  void refusesWhatIsNoEcma262(String pattern) {
    assertThatThrownBy(() -> LinearPattern.compile(pattern))
        .isInstanceOf(PatternRefusedException.class)
        .hasMessageContaining("not ECMA-262");
    assertThat(LinearPattern.isValid(pattern)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          ^(?=.*[0-9]).+$         ~ look-ahead
          ^(?!x)                  ~ look-ahead
          (?<=a)b                 ~ look-behind
          (?<!a)b                 ~ look-behind
          (a)\\1                  ~ back reference
          (?<q>['"])x\\k<q>       ~ back reference
          (?i)abc                 ~ (?i)
          (?>a)                   ~ (?i)
          a{1,1001}               ~ more than 1000
          a{5000,}                ~ more than 1000
          a{99999999999999999999} ~ more than 1000
          \\p{Emoji}              ~ \\p{Emoji}
          \\p{Script=Klingon}     ~ RE2
          ((a{1,100}){1,100}){1,100} ~ instructions
          (((a?){30}){30}){30}    ~ instructions
          """)
  void namesWhatRe2CannotExpress(String pattern, String reason) {
    assertThatThrownBy(() -> LinearPattern.compile(pattern))
        .isInstanceOf(PatternRefusedException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("ECMA-262");
    assertThat(LinearPattern.isValid(pattern)).isTrue();
  }

  @Test
  void refusesExpressionsThatAreNestedOrLongBeyondReason() {
    for (String pattern :
        new String[] {
          "(".repeat(200_000),
          "(?:".repeat(60) + "a" + ")".repeat(60),
          "a?".repeat(2_000),
          "[".repeat(9_000)
        }) {
      assertThatThrownBy(() -> LinearPattern.compile(pattern))
          .isInstanceOf(PatternRefusedException.class);
    }
  }

  @Test
  void runsTheLargestProgramOnASmallStack() throws InterruptedException {
    LinearPattern largest = LinearPattern.compile("^" + "a?".repeat(1_400) + "$");
    boolean[] matched = new boolean[1];

    Thread small =
        new Thread(
            null, () -> matched[0] = largest.matches("a".repeat(1_400)), "small", 512 * 1024);
    small.start();
    small.join();

    assertThat(matched[0]).isTrue();
  }

  private static String unescaped(String text) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith("\\u", i)) {
        out.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
        i += 5;
      } else {
        out.append(text.charAt(i));
      }
    }
    return out.toString();
  }
}
