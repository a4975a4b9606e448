package dev.actonce.lab.demo;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/**
 * How a {@link PaymentProvider} behaves.
 *
 * @param address where it listens; port 0 picks a free one
 * @param log file of its charges; restored if it exists
 * @param seed of the lost answers and the latencies
 * @param lostResponses share of requests, 0 to 1, whose answer is lost after the commit
 * @param keys how it treats idempotency keys
 * @param maxLatency longest time that an answer takes, evenly spread from zero; at most 60 s
 */
public record ProviderSettings(
    InetSocketAddress address,
    Path log,
    long seed,
    double lostResponses,
    KeyBehaviour keys,
    Duration maxLatency) {
  static final String LOOPBACK = "127.0.0.1";

  private static final Duration LONGEST_LATENCY = Duration.ofSeconds(60);

  public ProviderSettings {
    if (address.isUnresolved()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "the provider's host '"
              + address.getHostString()
              + "' is not known; give a name or address of this machine, such as 127.0.0.1");
    }
    requireShare("lost responses", lostResponses);
    if (maxLatency.isNegative() || maxLatency.compareTo(LONGEST_LATENCY) > 0) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "the provider's latency must be 0 to 60 s, got " + maxLatency);
    }
  }

  /** A provider on a port of the loopback interface. */
  public ProviderSettings(
      int port, Path log, long seed, double lostResponses, KeyBehaviour keys, Duration maxLatency) {
    this(address(LOOPBACK, port), log, seed, lostResponses, keys, maxLatency);
  }

  /**
   * An address of this machine.
   *
   * @throws ActOnceException INVALID_SETTING if the port is none
   */
  public static InetSocketAddress address(String host, int port) {
    if (port < 0 || port > 65_535) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "the provider's port must be 0 to 65535, got " + port);
    }
    return new InetSocketAddress(host, port);
  }

  /** A provider that follows the IETF draft. */
  public ProviderSettings(
      int port, Path log, long seed, double lostResponses, Duration maxLatency) {
    this(port, log, seed, lostResponses, KeyBehaviour.IETF_DRAFT, maxLatency);
  }

  /** A prompt provider on a free port. */
  public static ProviderSettings of(Path log, long seed, double lostResponses) {
    return new ProviderSettings(0, log, seed, lostResponses, Duration.ZERO);
  }

  static void requireShare(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "the share of " + name + " must be 0 to 1, got " + share);
    }
  }
}
