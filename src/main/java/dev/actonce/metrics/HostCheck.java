package dev.actonce.metrics;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Under which names a server on a loopback address may be asked. A page in a browser of the same
 * machine can let its own name point to 127.0.0.1 (DNS rebinding); the name then gives it away.
 * Immutable.
 */
final class HostCheck {
  private static final Pattern PORT = Pattern.compile(":\\d{0,5}$");
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("\\[[0-9a-f:.%]+]");

  private final Set<String> names;

  /**
   * @param host that was configured
   */
  HostCheck(String host) {
    this.names = new HashSet<>(List.of("localhost", host.toLowerCase(Locale.ROOT)));
  }

  /**
   * Whether a request may be answered. An address is no name, so nobody can have it point here.
   *
   * @param header its Host header; null, as of very old clients, which no browser is, may be
   */
  boolean allows(@Nullable String header) {
    if (header == null) {
      return true;
    }
    String host = PORT.matcher(header.strip().toLowerCase(Locale.ROOT)).replaceFirst("");
    return names.contains(host) || IPV4.matcher(host).matches() || IPV6.matcher(host).matches();
  }
}
