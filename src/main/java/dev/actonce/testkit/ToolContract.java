package dev.actonce.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.SafetyClass;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a suite needs to know of a tool: its entry in the catalog, where its target is, an example
 * of its arguments, and how its effects are counted.
 *
 * <pre>{@code
 * ToolContract.of(Path.of("tools.yaml"), "charge_card")
 *     .target(sandbox.address())
 *     .arguments(id -> Map.of("customer_id", id, "amount", 149, "currency", "EUR"))
 *     .effects(id -> sandbox.chargesOf(id))
 *     .closing(sandbox)
 *     .build();
 * }</pre>
 *
 * <p>The catalog is the one that production uses: the kit sends the requests of its {@code http}
 * block through its proxy to the target, whatever host the catalog names.
 */
public final class ToolContract {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int HTTP_PORT = 80;

  private final String catalog;
  private final Tool tool;
  private final InetSocketAddress target;
  private final Function<String, ?> arguments;
  private final ToIntFunction<String> effects;
  private final Agent agent;
  private final ProxyWire wire;
  private final @Nullable HandlerFactory handler;
  private final @Nullable Class<?> process;
  private final String adapterVersion;
  private final Map<ContractRow, String> without;
  private final AutoCloseable closing;

  private ToolContract(
      Builder builder,
      InetSocketAddress target,
      Function<String, ?> arguments,
      ToIntFunction<String> effects) {
    this.catalog = builder.catalog;
    this.tool = builder.tool;
    this.target = target;
    this.arguments = arguments;
    this.effects = effects;
    this.agent = builder.agent;
    this.wire = builder.wire;
    this.handler = builder.handler;
    this.process = builder.process;
    this.adapterVersion = builder.adapterVersion;
    this.without = new EnumMap<>(builder.without);
    this.closing = builder.closing;
  }

  /**
   * Starts a contract.
   *
   * @param catalog a {@code tools.yaml}
   * @param action name of a tool in the catalog
   * @throws ActOnceException INVALID_CATALOG; UNKNOWN_ACTION; INVALID_SETTING if the tool has no
   *     effect to count
   */
  public static Builder of(Path catalog, String action) {
    try {
      return ofText(Files.readString(catalog), action);
    } catch (IOException e) {
      throw invalid(action, "cannot read its catalog " + catalog + " (" + e + ")");
    }
  }

  /** As {@link #of}, with the text of a {@code tools.yaml}. */
  public static Builder ofText(String catalog, String action) {
    Tool tool = Catalog.parse(catalog, "the contract's catalog").require(action);
    if (tool.policy().safety() == SafetyClass.READ_ONLY) {
      throw invalid(action, "it is read_only, so it has no effect that could happen twice");
    }
    return new Builder(catalog, tool);
  }

  /** The whole catalog's text. */
  String catalog() {
    return catalog;
  }

  Tool tool() {
    return tool;
  }

  String action() {
    return tool.action();
  }

  InetSocketAddress target() {
    return target;
  }

  /** Example arguments as JSON text. */
  String arguments(String id) {
    Object value = arguments.apply(id);
    if (value instanceof String json) {
      return json;
    }
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw invalid(action(), "its example arguments cannot be written as JSON: " + e);
    }
  }

  int effects(String id) {
    return effects.applyAsInt(id);
  }

  Agent agent() {
    return agent;
  }

  ProxyWire wire() {
    return wire;
  }

  Optional<HandlerFactory> handler() {
    return Optional.ofNullable(handler);
  }

  /** Whose main method serves the tool in a process of its own. */
  Class<?> process() {
    return process == null ? ContractProcess.class : process;
  }

  String adapterVersion() {
    return adapterVersion;
  }

  Optional<String> reasonAgainst(ContractRow row) {
    return Optional.ofNullable(without.get(row));
  }

  AutoCloseable closing() {
    return closing;
  }

  static ActOnceException invalid(String action, String reason) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING, "the contract of '" + action + "' cannot be run: " + reason);
  }

  /** Collects the parts of a contract. Not thread-safe. */
  public static final class Builder {
    private final String catalog;
    private final Tool tool;
    private @Nullable InetSocketAddress target;
    private @Nullable Function<String, ?> arguments;
    private @Nullable ToIntFunction<String> effects;
    private Agent agent = call -> call.intent().build();
    private ProxyWire wire = ProxyWire.http();
    private @Nullable HandlerFactory handler;
    private @Nullable Class<?> process;
    private String adapterVersion = ContractVersion.ofActOnce();
    private final Map<ContractRow, String> without = new EnumMap<>(ContractRow.class);
    private AutoCloseable closing = () -> {};

    private Builder(String catalog, Tool tool) {
      this.catalog = catalog;
      this.tool = tool;
    }

    /** The system that is acted on: a sandbox or a fake, never production. Required. */
    public Builder target(InetSocketAddress address) {
      this.target = address;
      return this;
    }

    /**
     * As {@link #target(InetSocketAddress)}; only host and port, by default 80, count.
     *
     * @throws ActOnceException INVALID_SETTING if it has no host, or wants TLS
     */
    public Builder target(URI address) {
      if (address.getHost() == null || "https".equalsIgnoreCase(address.getScheme())) {
        throw invalid(
            tool.action(),
            "its target must be an address without TLS, such as http://localhost:9300, got "
                + address);
      }
      int port = address.getPort() < 0 ? HTTP_PORT : address.getPort();
      return target(new InetSocketAddress(address.getHost(), port));
    }

    /**
     * Example arguments for an id, which they must contain: a map, a record, or JSON text. The kit
     * finds requests and effects by the id, which is 1 to 40 of {@code a-z 0-9 -}. Required.
     */
    public Builder arguments(Function<String, ?> example) {
      this.arguments = example;
      return this;
    }

    /** Counts the effects of calls whose arguments were made for an id. Required. */
    public Builder effects(ToIntFunction<String> counter) {
      this.effects = counter;
      return this;
    }

    /** How calls become intents. Default: as {@link AgentCall#intent}, without a business id. */
    public Builder agent(Agent newAgent) {
      this.agent = newAgent;
      return this;
    }

    /**
     * Performs the tool in Java, on any wire.
     *
     * @param factory makes the handler
     * @param protocol how the fault proxy finds the handler's requests
     * @param main class whose main method calls {@link ContractProcess#serve}, so that the handler
     *     can be killed with its process
     */
    public Builder handler(HandlerFactory factory, ProxyWire protocol, Class<?> main) {
      this.handler = factory;
      this.wire = protocol;
      this.process = main;
      return this;
    }

    /** Version of what performs the tool, for the record. Default: the version of ActOnce. */
    public Builder adapterVersion(String version) {
      this.adapterVersion = version;
      return this;
    }

    /** Leaves a row out; it is reported as skipped with the reason, and missing in the record. */
    public Builder without(ContractRow row, String reason) {
      without.put(row, reason);
      return this;
    }

    /** Closed after the suite, such as the target. */
    public Builder closing(AutoCloseable resource) {
      this.closing = resource;
      return this;
    }

    /**
     * The contract.
     *
     * @throws ActOnceException INVALID_SETTING naming what is missing
     */
    public ToolContract build() {
      if (target == null || arguments == null || effects == null) {
        throw invalid(tool.action(), "call target(..), arguments(..) and effects(..) first");
      }
      if (handler == null && tool.http().isEmpty()) {
        throw invalid(tool.action(), "the tool has no http block; call handler(..)");
      }
      return new ToolContract(this, target, arguments, effects);
    }
  }
}
