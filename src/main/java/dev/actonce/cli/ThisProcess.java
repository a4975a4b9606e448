package dev.actonce.cli;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** A name for an instance that was given none. */
final class ThisProcess {
  private ThisProcess() {}

  /** Host name and process id: unique among live processes, but another after a restart. */
  static String name() {
    return host().replaceAll("[^A-Za-z0-9._-]", "-") + "-" + ProcessHandle.current().pid();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "host";
    }
  }
}
