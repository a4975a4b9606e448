package dev.actonce.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.HttpSpec;
import dev.actonce.catalog.HttpTarget;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.LookupResult;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HandlersTest {
  private static final ToolPolicy PAY = ToolPolicy.of("pay", SafetyClass.UNSAFE);
  private static final Catalog JAVA = Catalog.of(Tool.of(PAY));
  private static final Catalog HTTP =
      Catalog.of(Tool.of(PAY, HttpSpec.of(HttpTarget.of("POST", "http://127.0.0.1:1/"))));
  private static final ActionHandler FAKE = call -> new ActionResult.Succeeded("null", null);

  @Test
  void servesAnHttpBlock() {
    try (Handlers handlers = Handlers.of(HTTP, Map.of(), List.of())) {
      assertThat(handlers.require("pay")).isInstanceOf(HttpActionHandler.class);
    }
  }

  @Test
  void prefersARegisteredHandler() {
    try (Handlers handlers = Handlers.of(HTTP, Map.of("pay", FAKE), List.of(new PayProvider()))) {
      assertThat(handlers.require("pay")).isSameAs(FAKE);
    }
  }

  @Test
  void findsProvidersOnTheClassPath(@TempDir Path dir) throws Exception {
    Path services = Files.createDirectories(dir.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(ActionHandlerProvider.class.getName()), PayProvider.class.getName());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {dir.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      try (Handlers handlers = Handlers.of(JAVA, Map.of())) {
        assertThat(handlers.require("pay")).isInstanceOf(ClosableHandler.class);
      }
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void closesTheHandlersThatItMade() {
    Handlers handlers = Handlers.of(JAVA, Map.of(), List.of(new PayProvider()));
    ClosableHandler handler = (ClosableHandler) handlers.require("pay");

    handlers.close();

    assertThat(handler.closed).isTrue();
  }

  @Test
  void refusesToStartWithoutAHandler() {
    assertThatThrownBy(() -> Handlers.of(JAVA, Map.of(), List.of()))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_SETTING))
        .hasMessageContaining("'pay' has no handler")
        .hasMessageContaining("http block");
  }

  @Test
  void refusesToStartWithTwoHandlers() {
    assertThatThrownBy(() -> Handlers.of(HTTP, Map.of(), List.of(new PayProvider())))
        .hasMessageContaining("'pay' has two handlers")
        .hasMessageContaining("the catalog's http block");
    assertThatThrownBy(
            () -> Handlers.of(JAVA, Map.of(), List.of(new PayProvider(), new PayProvider())))
        .hasMessageContaining("'pay' has two handlers");
  }

  @Test
  void namesTheNearestToolForAMisspeltRegistration() {
    assertThatThrownBy(() -> Handlers.of(HTTP, Map.of("pya", FAKE), List.of()))
        .hasMessageContaining("did you mean 'pay'?");
  }

  @Test
  void knowsNoOtherAction() {
    try (Handlers handlers = Handlers.of(HTTP, Map.of(), List.of())) {
      assertThatThrownBy(() -> handlers.require("other"))
          .isInstanceOfSatisfying(
              ActOnceException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_ACTION));
    }
  }

  @Test
  void looksNothingUpByDefault() throws Exception {
    assertThat(FAKE.lookUp(Calls.with("{}"))).isInstanceOf(LookupResult.Inconclusive.class);
  }

  /** Found by ServiceLoader, so public. */
  public static final class PayProvider implements ActionHandlerProvider {
    @Override
    public String action() {
      return "pay";
    }

    @Override
    public ActionHandler create() {
      return new ClosableHandler();
    }
  }

  private static final class ClosableHandler implements ActionHandler, AutoCloseable {
    private boolean closed;

    @Override
    public ActionResult execute(ActionCall call) {
      return new ActionResult.Unknown("FAKE", "never asked");
    }

    @Override
    public void close() {
      closed = true;
    }
  }
}
