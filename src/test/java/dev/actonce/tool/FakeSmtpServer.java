package dev.actonce.tool;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** A mail server that delivers every message whose final dot it has read. Thread-safe. */
public final class FakeSmtpServer implements AutoCloseable {
  /** How a delivery ends for the client. */
  public enum Ending {
    /** Delivered and confirmed. */
    CONFIRM,
    /** Delivered; the connection closes instead of the 250. */
    CLOSE_AFTER_THE_DOT,
    /** The recipient is refused, so nothing is delivered. */
    REFUSE_RECIPIENT
  }

  private final ServerSocket listener;
  private final Ending ending;
  private final List<String> delivered = new CopyOnWriteArrayList<>();

  public FakeSmtpServer(Ending ending) {
    this.ending = ending;
    try {
      listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread thread = new Thread(this::acceptAll, "fake-smtp");
    thread.setDaemon(true);
    thread.start();
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** All messages that recipients have, headers and text. */
  public List<String> delivered() {
    return List.copyOf(delivered);
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        Thread thread = new Thread(() -> serve(socket), "fake-smtp-connection");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException e) {
        // Closed by the test.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      converse(socket);
    } catch (IOException e) {
      // The client went away.
    }
  }

  private void converse(Socket socket) throws IOException {
    BufferedReader in =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    reply(socket, "220 fake");
    String line = in.readLine();
    while (line != null) {
      String verb = line.split("[ :]", 2)[0].toUpperCase(Locale.ROOT);
      switch (verb) {
        case "RCPT" ->
            reply(socket, ending == Ending.REFUSE_RECIPIENT ? "550 no such user" : "250 ok");
        case "DATA" -> {
          reply(socket, "354 go on");
          delivered.add(message(in));
          if (ending == Ending.CLOSE_AFTER_THE_DOT) {
            return;
          }
          reply(socket, "250 delivered");
        }
        default -> reply(socket, "250 ok");
      }
      line = in.readLine();
    }
  }

  private static String message(BufferedReader in) throws IOException {
    StringBuilder text = new StringBuilder();
    String line = in.readLine();
    while (line != null && !line.equals(".")) {
      text.append(line).append('\n');
      line = in.readLine();
    }
    return text.toString();
  }

  private static void reply(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }
}
