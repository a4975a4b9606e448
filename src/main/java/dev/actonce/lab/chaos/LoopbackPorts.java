package dev.actonce.lab.chaos;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Free ports that stay free while their broker is down: below the range from which systems take the
 * ports of outgoing connections (32768 and up on Linux), where a restart could find its port taken.
 */
final class LoopbackPorts {
  private static final int LOWEST = 15_000;
  private static final int BOUND = 32_000;
  private static final int MAX_ATTEMPTS = 1_000;

  private LoopbackPorts() {}

  /** Different ports that nobody listens on now. */
  static List<Integer> free(int count) {
    Set<Integer> ports = new LinkedHashSet<>();
    for (int i = 0; i < MAX_ATTEMPTS && ports.size() < count; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, BOUND);
      if (isFree(port)) {
        ports.add(port);
      }
    }
    if (ports.size() < count) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "no " + count + " free ports from " + LOWEST + " to " + BOUND + " on the loopback");
    }
    return List.copyOf(ports);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
