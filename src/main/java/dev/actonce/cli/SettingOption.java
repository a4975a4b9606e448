package dev.actonce.cli;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/** Makes a flag from a setting: names, value, help and default. */
final class SettingOption {
  private static final Set<String> NUMBERS = Set.of("count", "port", "MiB");

  private SettingOption() {}

  /** The flag, which puts its value among those that are given. */
  static OptionSpec of(Setting setting, Map<Setting, String> given) {
    return OptionSpec.builder(
            Stream.concat(Stream.of(setting.flag()), setting.alias().stream())
                .toArray(String[]::new))
        .type(NUMBERS.contains(setting.unit()) ? Integer.class : String.class)
        .paramLabel(label(setting.unit()))
        .description(description(setting))
        .setter(
            new ISetter() {
              @Override
              public <T> @Nullable T set(@Nullable T value) {
                if (value == null) {
                  given.remove(setting);
                } else {
                  given.put(setting, value.toString());
                }
                return null; // Nobody asks what it was before.
              }
            })
        .build();
  }

  /** Choices as they are written; else the kind of value. */
  private static String label(String unit) {
    return unit.contains(" or ")
        ? unit.replace(" or ", "|").replace(", ", "|")
        : unit.toUpperCase(Locale.ROOT);
  }

  /** The phrase as a sentence. */
  private static String description(Setting setting) {
    String effect = setting.effect().replace('`', '\'');
    String sentence = Character.toUpperCase(effect.charAt(0)) + effect.substring(1);
    return setting
        .fallback()
        .map(value -> sentence + ". Default: " + (value.endsWith(".") ? value : value + "."))
        .orElseGet(() -> sentence.replace("; none: ", ". Default: ") + ".");
  }
}
