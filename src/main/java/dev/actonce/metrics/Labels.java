package dev.actonce.metrics;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;

/** Values of labels. Immutable. */
public final class Labels {
  private final Set<String> actions;

  /**
   * @param actions the catalog's tools; of any other, the label is empty
   */
  public Labels(Collection<String> actions) {
    this.actions = Set.copyOf(actions);
  }

  Set<String> actions() {
    return actions;
  }

  /** The action, or empty if it is not in the catalog. */
  public String action(String action) {
    return actions.contains(action) ? action : "";
  }

  /** Lower case, as all values of enums are shown. */
  public static String of(Enum<?> value) {
    return of(value.name());
  }

  /** Lower case, as all values of enums are shown. */
  public static String of(String value) {
    return value.toLowerCase(Locale.ROOT);
  }
}
