package dev.actonce.tool;

import com.fasterxml.jackson.databind.JsonNode;
import dev.actonce.core.execution.ActionResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Sends one plain mail by SMTP: an example of a handler for a target that has neither an
 * idempotency key nor a look-up. Everything before the final dot is proof that nothing was sent;
 * from the dot on, only the server's own answer is.
 */
public final class SmtpMailHandler implements ActionHandler {
  private final int port;

  /** A handler for a server on the loopback interface. */
  public SmtpMailHandler(int port) {
    this.port = port;
  }

  /** The same for every attempt of one generation, so that mailboxes can tell a second copy. */
  static String messageId(ActionCall call) {
    return "<" + call.providerKey().replace('/', '.') + "@mail.example>";
  }

  @Override
  public ActionResult execute(ActionCall call) {
    JsonNode mail = Json.parse(call.arguments()).orElseThrow();
    Socket socket = new Socket();
    try {
      socket.setSoTimeout(Math.toIntExact(call.timeout().toMillis()));
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      expect(in, "220");
      ask(socket, in, "EHLO actonce.example", "250");
      ask(socket, in, "MAIL FROM:<agent@mail.example>", "250");
      ask(socket, in, "RCPT TO:<" + mail.get("to").asText() + ">", "250");
      ask(socket, in, "DATA", "354");
      return deliver(socket, in, call, mail.get("text").asText());
    } catch (IOException e) {
      throw new NotExecutedException(
          "SMTP_UNREACHABLE", "lost before the mail was complete: " + e, ActionResult.Retry.LATER);
    } finally {
      close(socket);
    }
  }

  /** Not by try-with-resources: a close that fails must not speak for a mail that was delivered. */
  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // The mail's fate is known, or in doubt, already.
    }
  }

  private static ActionResult deliver(
      Socket socket, BufferedReader in, ActionCall call, String text) {
    try {
      send(socket, "Message-ID: " + messageId(call) + "\r\n\r\n" + text + "\r\n.");
      String answer = in.readLine();
      return answer != null && answer.startsWith("250")
          ? new ActionResult.Succeeded("null", messageId(call))
          : new ActionResult.Unknown("SMTP_NO_ANSWER", "after the final dot: " + answer);
    } catch (IOException e) {
      return new ActionResult.Unknown("CONNECTION_LOST", "after the final dot: " + e);
    }
  }

  private static void ask(Socket socket, BufferedReader in, String line, String code)
      throws IOException {
    send(socket, line);
    expect(in, code);
  }

  private static void expect(BufferedReader in, String code) throws IOException {
    String answer = in.readLine();
    if (answer == null) {
      throw new IOException("the server closed the connection");
    }
    if (!answer.startsWith(code)) {
      throw new NotExecutedException("SMTP_REFUSED", answer, ActionResult.Retry.NEVER);
    }
  }

  private static void send(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\r\n").getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
  }
}
