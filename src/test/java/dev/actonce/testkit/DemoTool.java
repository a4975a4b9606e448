package dev.actonce.testkit;

import dev.actonce.lab.demo.DemoCatalog;
import dev.actonce.lab.demo.PaymentProvider;
import dev.actonce.lab.demo.ProviderSettings;
import dev.actonce.tool.FakeSmtpServer;
import dev.actonce.tool.SmtpMailHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Tools of every safety class with a side effect, each with a target that counts. */
enum DemoTool {
  /** The demo's own, whose provider honours keys. */
  CHARGE {
    @Override
    ToolContract contract() {
      PaymentProvider provider = PaymentProvider.open(ProviderSettings.of(temporary(), 1, 0));
      return ToolContract.ofText(DemoCatalog.yaml(provider.chargesUri()), DemoCatalog.ACTION)
          .target(provider.chargesUri())
          .arguments(id -> Map.of("customer_id", id, "amount", 149, "currency", "EUR"))
          .effects(
              id ->
                  (int)
                      provider.charges().stream()
                          .filter(charge -> charge.purchase().customer().equals(id))
                          .count())
          .closing(provider)
          .build();
    }
  },

  /** Keyed, with a business id that the agent takes from nested arguments. */
  REFUND {
    @Override
    ToolContract contract() {
      CountingBackend backend = CountingBackend.start(0);
      return ToolContract.ofText(
              """
              tools:
                refund:
                  safety: keyed
                  identity: [charge, amount]
                  http:
                    method: POST
                    url: https://payments.example/refunds
                    key_header: Idempotency-Key
                    reference: $.id
              """,
              "refund")
          .target(backend.address())
          .arguments(
              id -> Map.of("charge", Map.of("id", id, "part", 1), "amount", 49.5, "note", "late"))
          .effects(backend::effects)
          .closing(backend)
          .build();
    }
  },

  /** Without a key, but it can be asked. */
  TICKET {
    @Override
    ToolContract contract() {
      CountingBackend backend = CountingBackend.start(0);
      return ToolContract.ofText(
              """
              tools:
                open_ticket:
                  safety: lookup
                  http:
                    method: POST
                    url: https://desk.example/tickets
                    lookup:
                      url: "https://desk.example/tickets?text={ticket}"
                      found: $.data[0]
                      lag: 0s
              """,
              "open_ticket")
          .target(backend.address())
          .arguments(id -> Map.of("ticket", id, "priority", 2, "requester", Map.of("name", "Ann")))
          .effects(backend::effects)
          .closing(backend)
          .build();
    }
  },

  /** With neither: doubt waits for a person. On SMTP, whose effect follows the final dot. */
  EMAIL {
    @Override
    ToolContract contract() {
      FakeSmtpServer server = new FakeSmtpServer(FakeSmtpServer.Ending.CONFIRM);
      return ToolContract.ofText("tools:\n  send_mail: { safety: unsafe }\n", "send_mail")
          .target(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))
          .handler(DemoTool::mailHandler, ProxyWire.smtp(), DemoTool.class)
          .arguments(
              id ->
                  Map.of(
                      "to",
                      id + "@mail.example",
                      "text",
                      "your order " + id,
                      "priority",
                      1,
                      "headers",
                      Map.of("tag", "order")))
          .effects(
              id -> (int) server.delivered().stream().filter(mail -> mail.contains(id)).count())
          .closing(server)
          .build();
    }
  };

  /** Opens the tool's target. */
  abstract ToolContract contract();

  /** Serves the tool that is performed in Java, in a process that the suite kills. */
  public static void main(String[] arguments) throws IOException {
    ContractProcess.serve(arguments, DemoTool::mailHandler);
  }

  private static SmtpMailHandler mailHandler(ToolEndpoint endpoint) {
    return new SmtpMailHandler(endpoint.port());
  }

  private static Path temporary() {
    try {
      return Files.createTempDirectory("actonce-demo-tool-").resolve("charges.log");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
