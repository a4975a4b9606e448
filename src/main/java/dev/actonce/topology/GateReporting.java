package dev.actonce.topology;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * To whom a gate reports, and how finely it counts.
 *
 * @param tenants tenants that are counted by name, at most {@link #MAX_TENANTS}; all others are
 *     counted together. Lines that were counted under a name stay so when it leaves this set
 * @param listener hears what the gate does
 */
public record GateReporting(Set<String> tenants, GateListener listener) {
  /** Bounds the number of counters. */
  public static final int MAX_TENANTS = 20;

  /** No tenants by name, no listener. */
  public static final GateReporting NONE = new GateReporting(Set.of(), GateListener.NONE);

  private static final Pattern TENANT = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  public GateReporting {
    tenants = Set.copyOf(tenants);
    for (String tenant : tenants) {
      if (!TENANT.matcher(tenant).matches()) {
        throw invalid("a tenant of 1 to 64 letters, digits, '.', '_' or '-', got '" + tenant + "'");
      }
    }
    if (tenants.size() > MAX_TENANTS) {
      throw invalid("at most " + MAX_TENANTS + " tenants, got " + tenants.size());
    }
  }

  private static ActOnceException invalid(String expected) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, "metrics-tenants must be " + expected);
  }
}
