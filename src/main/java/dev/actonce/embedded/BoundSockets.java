package dev.actonce.embedded;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.apache.kafka.server.ServerSocketFactory;

/**
 * The two loopback sockets of a broker, bound before the broker starts. So a taken port is a plain
 * exception here, not a fault inside a half-started broker, and no other process can take a free
 * port between choosing and using it.
 */
final class BoundSockets implements ServerSocketFactory, AutoCloseable {
  private static final int BACKLOG = 50;
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  private final ServerSocketChannel client;
  private final ServerSocketChannel controller;

  private BoundSockets(ServerSocketChannel client, ServerSocketChannel controller) {
    this.client = client;
    this.controller = controller;
  }

  /**
   * Binds both sockets.
   *
   * @param clientPort the port for clients; 0 for any free one
   * @param controllerPort the port for controllers; 0 for any free one
   */
  static BoundSockets bind(int clientPort, int controllerPort) {
    ServerSocketChannel client = bindLoopback(clientPort);
    try {
      return new BoundSockets(client, bindLoopback(controllerPort));
    } catch (ActOnceException e) {
      closeQuietly(client);
      throw e;
    }
  }

  int clientPort() {
    return client.socket().getLocalPort();
  }

  int controllerPort() {
    return controller.socket().getLocalPort();
  }

  @Override
  public ServerSocketChannel openServerSocket(
      String listener, InetSocketAddress address, int backlog, int receiveBufferBytes) {
    return listener.equals(BrokerSettings.CONTROLLER_LISTENER) ? controller : client;
  }

  /** Closes what the broker has not closed itself. */
  @Override
  public void close() {
    closeQuietly(client);
    closeQuietly(controller);
  }

  private static ServerSocketChannel bindLoopback(int port) {
    ServerSocketChannel channel = null;
    try {
      channel = ServerSocketChannel.open();
      channel.configureBlocking(false);
      channel.bind(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), BACKLOG);
      return channel;
    } catch (IOException e) {
      if (channel != null) {
        closeQuietly(channel);
      }
      String remedy =
          e instanceof BindException && port != 0
              ? "another program uses it; stop that program or choose another port"
              : "check that the loopback interface is up and free ports are left";
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "embedded broker cannot listen on %s:%d (%s): %s"
              .formatted(BrokerSettings.HOST, port, e.getMessage(), remedy),
          e);
    }
  }

  private static void closeQuietly(ServerSocketChannel channel) {
    try {
      channel.close();
    } catch (IOException ignored) {
      // Nothing can be done about a socket that does not close; the process end frees it.
    }
  }
}
