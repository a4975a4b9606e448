package dev.actonce.cli;

import java.util.regex.Pattern;

/**
 * Environment variables that Kubernetes gives each container for each Service of its namespace, in
 * the form of Docker's links; a Service {@code actonce-gate} makes ones that start like our
 * settings. A pod with {@code enableServiceLinks: false} has none.
 */
final class ServiceLinks {
  private static final Pattern NAME =
      Pattern.compile(
          "ACTONCE(_[A-Z0-9_]+)?"
              + "(_SERVICE_HOST|_SERVICE_PORT(_[A-Z0-9_]+)?"
              + "|_PORT_[0-9]{1,5}_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?)");
  private static final Pattern PORT_NAME = Pattern.compile("ACTONCE(_[A-Z0-9_]+)?_PORT");
  private static final Pattern PORT_VALUE = Pattern.compile("(tcp|udp|sctp)://\\S+:[0-9]{1,5}");

  private ServiceLinks() {}

  /**
   * Whether a variable is such a link. Some are known by their names alone; {@code ..._PORT} is
   * also the name of settings, or nearly, so its value must be a link's: {@code
   * tcp://10.0.0.1:9464}.
   */
  static boolean isLink(String variable, String value) {
    return NAME.matcher(variable).matches()
        || (PORT_NAME.matcher(variable).matches() && PORT_VALUE.matcher(value.strip()).matches());
  }
}
