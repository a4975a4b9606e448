package dev.actonce.tool;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Library;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.net.http.HttpClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handler of every tool in the catalog. A registered handler wins over the others; a handler
 * from {@link ServiceLoader} and an {@code http} block for the same tool are a contradiction and
 * stop the start. Thread-safe. Closing it closes the handlers that it made, not registered ones.
 */
public final class Handlers implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Handlers.class);

  private final Map<String, ActionHandler> byAction;
  private final List<AutoCloseable> owned;

  private Handlers(Map<String, ActionHandler> byAction, List<AutoCloseable> owned) {
    this.byAction = Map.copyOf(byAction);
    this.owned = List.copyOf(owned);
  }

  /**
   * Finds a handler for every tool, with providers from the class path.
   *
   * @param registered handlers by action
   * @throws ActOnceException INVALID_SETTING if a tool has no handler or two, or a registered
   *     action is not in the catalog; UNSAFE_JVM as {@link HttpSafety#requireSafeJvm}
   */
  public static Handlers of(Catalog catalog, Map<String, ActionHandler> registered) {
    try {
      return of(catalog, registered, ServiceLoader.load(ActionHandlerProvider.class));
    } catch (ServiceConfigurationError e) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "cannot load the handler providers: " + e.getMessage() + "; mend META-INF/services",
          e);
    }
  }

  static Handlers of(
      Catalog catalog,
      Map<String, ActionHandler> registered,
      Iterable<ActionHandlerProvider> providers) {
    registered.keySet().forEach(catalog::require);
    HttpSafety.requireSafeJvm();
    Map<String, ActionHandlerProvider> provided = byAction(providers);
    Map<String, ActionHandler> handlers = new HashMap<>(registered);
    List<AutoCloseable> owned = new ArrayList<>();
    HttpClient client = HttpSafety.newClient();
    for (Tool tool : catalog.tools()) {
      if (!handlers.containsKey(tool.action())) {
        ActionHandler handler = find(tool, provided.get(tool.action()), client);
        handlers.put(tool.action(), handler);
        if (handler instanceof AutoCloseable closeable) {
          owned.add(closeable);
        }
      }
    }
    return new Handlers(handlers, owned);
  }

  /**
   * The handler of a tool.
   *
   * @throws ActOnceException UNKNOWN_ACTION if the catalog had no such tool
   */
  public ActionHandler require(String action) {
    ActionHandler handler = byAction.get(action);
    if (handler == null) {
      throw new ActOnceException(
          ErrorCode.UNKNOWN_ACTION,
          "no handler for '" + action + "'; the catalog that this executor started with lacks it");
    }
    return handler;
  }

  @Override
  public void close() {
    for (AutoCloseable handler : owned) {
      try {
        handler.close();
      } catch (Exception e) { // Foreign code: the other handlers must be closed all the same.
        LOG.warn("a handler failed to close: {}", handler.getClass().getName(), e);
      }
    }
  }

  private static Map<String, ActionHandlerProvider> byAction(
      Iterable<ActionHandlerProvider> providers) {
    Map<String, ActionHandlerProvider> byAction = new HashMap<>();
    for (ActionHandlerProvider provider : providers) {
      ActionHandlerProvider other = byAction.putIfAbsent(provider.action(), provider);
      if (other != null) {
        throw conflict(
            provider.action(), other.getClass().getName(), provider.getClass().getName());
      }
    }
    return byAction;
  }

  private static ActionHandler find(
      Tool tool, @Nullable ActionHandlerProvider provider, HttpClient client) {
    if (provider != null && tool.http().isPresent()) {
      throw conflict(tool.action(), provider.getClass().getName(), "the catalog's http block");
    }
    if (provider != null) {
      return provider.create();
    }
    if (tool.http().isPresent()) {
      Library.require("the tool '" + tool.action() + "' over HTTP", Library.JSON_PATH);
      return new HttpActionHandler(tool.http().get(), client);
    }
    throw new ActOnceException(
        ErrorCode.INVALID_SETTING,
        "the tool '"
            + tool.action()
            + "' has no handler; give it an http block in the catalog, register an ActionHandler,"
            + " or offer one through META-INF/services/"
            + ActionHandlerProvider.class.getName());
  }

  private static ActOnceException conflict(String action, String one, String other) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING,
        "the tool '" + action + "' has two handlers, " + one + " and " + other + "; remove one");
  }
}
