package dev.actonce.testkit;

import com.sun.net.httpserver.HttpServer;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.ActionResult.Failed;
import dev.actonce.core.execution.ActionResult.Retry;
import dev.actonce.core.execution.ActionResult.Succeeded;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Tools that are wrong; their agents are right. */
final class PlantedTools {
  private PlantedTools() {}

  /** Remembers what was done, but only after it was done. */
  @ExactlyOnceContract
  static final class KeyStoredAfterACrashPoint implements ContractSuite {
    @Override
    public ToolContract contract() {
      return Plants.payInJava(
              CountingBackend.start(0), LateStore::new, KeyStoredAfterACrashPoint.class)
          .build();
    }

    public static void main(String[] arguments) throws IOException {
      ContractProcess.serve(arguments, LateStore::new);
    }

    private record LateStore(ToolEndpoint endpoint) implements ActionHandler {
      @Override
      public ActionResult execute(ActionCall call) throws Exception {
        Path done = endpoint.directory().resolve(call.providerKey().replace('/', '_'));
        if (!Files.exists(done)) {
          post(endpoint, call);
          Files.createFile(done);
        }
        return new Succeeded("null", null);
      }
    }
  }

  /** A payment service that takes a repeat for a mistake. */
  @ExactlyOnceContract
  static final class ErrorOnDuplicate implements ContractSuite {
    @Override
    public ToolContract contract() {
      Map<String, AtomicInteger> byKey = new ConcurrentHashMap<>();
      Map<String, String> bodies = new ConcurrentHashMap<>();
      HttpServer server = server(byKey, bodies);
      CountingBackend bystander = CountingBackend.start(0);
      return Plants.pay(bystander)
          .target(server.getAddress())
          .effects(id -> (int) bodies.values().stream().filter(b -> b.contains(id)).count())
          .closing(
              () -> {
                bystander.close();
                server.stop(0);
              })
          .build();
    }

    private static HttpServer server(Map<String, AtomicInteger> byKey, Map<String, String> bodies) {
      try {
        HttpServer server =
            HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext(
            "/",
            exchange -> {
              String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
              String body =
                  new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
              boolean first =
                  byKey.computeIfAbsent(key, k -> new AtomicInteger()).incrementAndGet() == 1;
              if (first) {
                bodies.put(key, body);
              }
              byte[] answer =
                  (first ? "{\"id\":1}" : "{\"error\":\"duplicate\"}")
                      .getBytes(StandardCharsets.UTF_8);
              exchange.sendResponseHeaders(first ? 200 : 409, answer.length);
              exchange.getResponseBody().write(answer);
              exchange.close();
            });
        server.start();
        return server;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Takes a broken connection for a failure. */
  @ExactlyOnceContract
  static final class UnknownReportedAsFailed implements ContractSuite {
    @Override
    public ToolContract contract() {
      return Plants.payInJava(
              CountingBackend.start(0), Optimist::new, UnknownReportedAsFailed.class)
          .build();
    }

    public static void main(String[] arguments) throws IOException {
      ContractProcess.serve(arguments, Optimist::new);
    }

    private record Optimist(ToolEndpoint endpoint) implements ActionHandler {
      @Override
      public ActionResult execute(ActionCall call) throws Exception {
        try {
          post(endpoint, call);
          return new Succeeded("null", null);
        } catch (IOException e) {
          return new Failed("NO_ANSWER", e.toString(), Retry.NEVER);
        }
      }
    }
  }

  /** Locks its key while it works, and lets it go when it has waited long enough. */
  @ExactlyOnceContract
  static final class ReleaseOnTimeout implements ContractSuite {
    @Override
    public ToolContract contract() {
      return Plants.payInJava(CountingBackend.start(0), ShortLock::new, ReleaseOnTimeout.class)
          .build();
    }

    public static void main(String[] arguments) throws IOException {
      ContractProcess.serve(arguments, ShortLock::new);
    }

    private static final class ShortLock implements ActionHandler {
      private final ToolEndpoint endpoint;
      private final Set<String> locked = ConcurrentHashMap.newKeySet();

      ShortLock(ToolEndpoint endpoint) {
        this.endpoint = endpoint;
      }

      @Override
      public ActionResult execute(ActionCall call) throws Exception {
        if (!locked.add(call.providerKey())) {
          return new ActionResult.Unknown("LOCKED", "an earlier call may have done it");
        }
        try {
          post(endpoint, call);
          return new Succeeded("null", null);
        } catch (HttpTimeoutException e) {
          locked.remove(call.providerKey());
          throw e;
        }
      }
    }
  }

  /** Honest, but reaches its target past the kit's proxy, so that no fault can happen to it. */
  @ExactlyOnceContract
  static final class PastTheProxy implements ContractSuite {
    @Override
    public ToolContract contract() {
      CountingBackend backend = CountingBackend.start(0);
      return Plants.payInJava(
              backend,
              endpoint ->
                  call -> {
                    InetSocketAddress direct = backend.address();
                    post(
                        new ToolEndpoint(
                            direct.getHostString(), direct.getPort(), endpoint.directory()),
                        call);
                    return new Succeeded("null", null);
                  },
              PastTheProxy.class)
          .build();
    }
  }

  /** Sends no key: these handlers are to keep their effects apart themselves. */
  private static void post(ToolEndpoint endpoint, ActionCall call)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://" + endpoint.host() + ":" + endpoint.port() + "/payments"))
            .timeout(call.timeout())
            .POST(HttpRequest.BodyPublishers.ofString(call.arguments()))
            .build();
    HttpResponse<String> answer =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException("the service answered " + answer.statusCode());
    }
  }
}
