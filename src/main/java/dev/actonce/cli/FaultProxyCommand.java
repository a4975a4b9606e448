package dev.actonce.cli;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.testkit.CountingBackend;
import dev.actonce.testkit.FaultPlan;
import dev.actonce.testkit.FaultProxy;
import dev.actonce.testkit.ProxyWire;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce fault-proxy}: the contract kit's proxy, for tests in any language. */
@Command(
    name = "fault-proxy",
    description = {
      "Run a proxy that loses answers as planned, after the target has had its effect.",
      "Prints its address first and its statistics as JSON last; GET /__faults answers them"
          + " meanwhile."
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "A plan is a YAML or JSON list of rules; the first that matches and is not used up decides:",
      "  [{fault: drop_response}, {fault: delay, delay: 3s, contains: invoice-7, times: 2}]",
      "Faults: drop_request, drop_response, delay, cut_body, reset, server_error, pass.",
      "",
      "Example:",
      "  actonce fault-proxy --plan '[{fault: drop_response}]'"
    })
final class FaultProxyCommand implements Callable<Integer> {
  /** Wires that a proxy can be told to speak. */
  enum Wire {
    HTTP,
    SMTP
  }

  private static final int MAX_SECONDS = 24 * 3600;

  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Option(
      names = "--target",
      paramLabel = "URL",
      description =
          "Where requests go; host and port count. Default: a counting backend of its own, which"
              + " has each POST's effect once per Idempotency-Key.")
  private @Nullable URI target;

  @Option(
      names = "--plan",
      paramLabel = "FILE|TEXT",
      description = "What goes wrong: a file, or the rules themselves. Default: nothing.")
  private String plan = "[]";

  @Option(
      names = "--wire",
      paramLabel = "HTTP|SMTP",
      description = "Protocol, which defines where a request ends. Default: ${DEFAULT-VALUE}.")
  private Wire wire = Wire.HTTP;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      description = "Decides which requests a rule with a share hits. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Loopback port; 0 for any free one. Default: ${DEFAULT-VALUE}.")
  private int port;

  @Option(
      names = "--seconds",
      paramLabel = "COUNT",
      description = "Ends by itself after this time, 1 to 86400. Default: ${DEFAULT-VALUE}.")
  private int seconds = 3600;

  @Override
  public Integer call() throws InterruptedException {
    if (seconds < 1 || seconds > MAX_SECONDS) {
      throw invalid("--seconds must be 1 to " + MAX_SECONDS + ", got " + seconds);
    }
    FaultPlan faults = FaultPlan.parse(planText());
    PrintWriter out = spec.commandLine().getOut();
    try (Shutdown shutdown = new Shutdown()) {
      if (target == null) {
        try (CountingBackend backend = CountingBackend.start(0)) {
          run(backend.address(), Optional.of(backend), faults, shutdown, out);
        }
      } else {
        run(address(target), Optional.empty(), faults, shutdown, out);
      }
    }
    return 0;
  }

  private void run(
      InetSocketAddress address,
      Optional<CountingBackend> backend,
      FaultPlan faults,
      Shutdown shutdown,
      PrintWriter out)
      throws InterruptedException {
    ProxyWire protocol = wire == Wire.HTTP ? ProxyWire.http() : ProxyWire.smtp();
    try (FaultProxy proxy = FaultProxy.start(port, address, protocol, faults, seed)) {
      out.println("proxy: " + (wire == Wire.HTTP ? proxy.url() : hostAndPort(proxy.address())));
      out.println("target: " + hostAndPort(address) + (backend.isPresent() ? " (counting)" : ""));
      out.flush();
      shutdown.await(Duration.ofSeconds(seconds));
      out.println(
          "{\"proxy\":"
              + proxy.statistics()
              + backend.map(counting -> ",\"backend\":" + counting.statistics()).orElse("")
              + "}");
      out.flush();
    }
  }

  private String planText() {
    try {
      Path file = Path.of(plan);
      return Files.isRegularFile(file) ? Files.readString(file) : plan;
    } catch (InvalidPathException e) {
      return plan; // Rules need not be a valid path.
    } catch (IOException e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, "cannot read the plan " + plan + " (" + e + ")", e);
    }
  }

  private static InetSocketAddress address(URI url) {
    if (url.getHost() == null || url.getPort() < 0 || "https".equalsIgnoreCase(url.getScheme())) {
      throw invalid(
          "--target needs a host and a port, and no TLS, such as http://localhost:9300; got "
              + url);
    }
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  private static String hostAndPort(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private static ActOnceException invalid(String message) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, message);
  }
}
