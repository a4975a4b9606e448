package dev.actonce.client;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IntentTimes;
import dev.actonce.core.Scope;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One wish of an agent to perform an action. Immutable and thread-safe.
 *
 * <p>Keep the object and publish it again as often as needed: each publish gets a new requestId,
 * but tenant, ids, arguments and {@code issuedAt} stay the same, so it stays the same wish.
 *
 * <pre>{@code
 * Intent intent =
 *     Intent.action("charge_card")
 *         .intentId("invoice-4711")
 *         .arguments(Map.of("customer_id", "c-1", "amount", 149, "currency", "EUR"))
 *         .build();
 * }</pre>
 */
public final class Intent {
  private final Scopes scopes;
  private final String action;
  private final @Nullable String intentId;
  private final @Nullable String toolCallId;
  private final String arguments;
  private final Instant issuedAt;
  private final @Nullable Instant deadline;
  private final Map<String, String> metadata;

  /** Who asks, as far as the intent says so itself. */
  private record Scopes(
      @Nullable String tenant,
      @Nullable String session,
      @Nullable String run,
      @Nullable String agent) {}

  private Intent(Builder builder, Instant issuedAt) {
    this.scopes = new Scopes(builder.tenant, builder.session, builder.run, builder.agent);
    this.action = builder.action;
    this.intentId = builder.intentId;
    this.toolCallId = builder.toolCallId;
    this.arguments = builder.arguments;
    this.issuedAt = issuedAt;
    this.deadline = builder.deadline;
    this.metadata = Map.copyOf(builder.metadata);
  }

  /**
   * Starts an intent.
   *
   * @param action name of a tool in the catalog
   */
  public static Builder action(String action) {
    return new Builder(action);
  }

  public String action() {
    return action;
  }

  /** The JSON text that the tool receives. */
  public String arguments() {
    return arguments;
  }

  /** When the agent first wanted the action. */
  public Instant issuedAt() {
    return issuedAt;
  }

  /**
   * The intent as it is sent, for code that explains or tests what agents make of their calls.
   *
   * @param requestId of this publish
   * @param defaults fills the parts of the scope that the intent leaves out; null when there is
   *     none
   * @throws ActOnceException INVALID_INTENT if neither names a tenant
   */
  public ActionIntent toActionIntent(String requestId, @Nullable Scope defaults) {
    String tenant = or(scopes.tenant, defaults == null ? null : defaults.tenant());
    if (tenant == null || tenant.isEmpty()) {
      throw new ActOnceException(
          ErrorCode.INVALID_INTENT,
          "the intent for '"
              + action
              + "' has no tenant; call tenant(..) on the intent, or on the client's builder");
    }
    Scope scope =
        new Scope(
            tenant,
            or(scopes.session, defaults == null ? null : defaults.session()),
            or(scopes.run, defaults == null ? null : defaults.run()),
            or(scopes.agent, defaults == null ? null : defaults.agent()));
    return ActionIntent.of(requestId, scope, action, arguments)
        .withIntentId(intentId)
        .withToolCallId(toolCallId)
        .withIssuedAt(issuedAt)
        .withDeadline(deadline)
        .withMetadata(metadata);
  }

  private static @Nullable String or(@Nullable String own, @Nullable String other) {
    return own == null ? other : own;
  }

  /** The action and ids, without arguments. */
  @Override
  public String toString() {
    return "Intent[action=%s, intentId=%s, toolCallId=%s, issuedAt=%s]"
        .formatted(action, intentId, toolCallId, issuedAt);
  }

  /** Collects the parts of an intent. Not thread-safe. */
  public static final class Builder {
    private final String action;
    private @Nullable String tenant;
    private @Nullable String session;
    private @Nullable String run;
    private @Nullable String agent;
    private @Nullable String intentId;
    private @Nullable String toolCallId;
    private String arguments = "{}";
    private @Nullable Instant issuedAt;
    private @Nullable Instant deadline;
    private final Map<String, String> metadata = new HashMap<>();

    private Builder(String action) {
      if (action.isBlank()) {
        throw new ActOnceException(
            ErrorCode.INVALID_INTENT, "action must not be blank; use a name of the tool catalog");
      }
      this.action = action;
    }

    /** Isolation boundary; default: the client's. */
    public Builder tenant(String tenant) {
      this.tenant = tenant;
      return this;
    }

    /** Conversation or workflow; may be part of the key. Default: the client's. */
    public Builder session(String session) {
      this.session = session;
      return this;
    }

    /** One execution of the agent; never part of the key. Default: the client's. */
    public Builder run(String run) {
      this.run = run;
      return this;
    }

    /** Name for people and dashboards. Default: the client's. */
    public Builder agent(String agent) {
      this.agent = agent;
      return this;
    }

    /** Business identity, such as an invoice number; an empty text counts as absent. */
    public Builder intentId(String intentId) {
      this.intentId = intentId;
      return this;
    }

    /** Id that the model gave to the call; an empty text counts as absent. */
    public Builder toolCallId(String toolCallId) {
      this.toolCallId = toolCallId;
      return this;
    }

    /** Arguments as the text of a JSON object, handed to the tool as it is. Default: {@code {}}. */
    public Builder arguments(String json) {
      if (json.isBlank()) {
        throw new ActOnceException(
            ErrorCode.INVALID_INTENT,
            "arguments must not be blank; pass the text of a JSON object, such as {}");
      }
      this.arguments = json;
      return this;
    }

    /**
     * Arguments as a map or any object that Jackson writes as a JSON object. Written now: later
     * changes of the object do not matter.
     *
     * @throws ActOnceException INVALID_INTENT if it cannot be written, or is no object
     */
    public Builder arguments(Object value) {
      return value instanceof String json ? arguments(json) : arguments(Arguments.write(value));
    }

    /**
     * When the agent first wanted the action, to the millisecond. Default: the time of {@link
     * #build}, and not of the publish, so that a retry that comes after the key was forgotten is
     * seen as one and refused as STALE instead of being executed again. An agent that rebuilds an
     * intent after a restart should set the first time.
     *
     * @throws ActOnceException INVALID_INTENT if it is not in the years 2000 to 2199
     */
    public Builder issuedAt(Instant issuedAt) {
      this.issuedAt = plausible("issuedAt", issuedAt);
      return this;
    }

    /**
     * After this instant, to the millisecond, the action must not start any more. Default: none.
     *
     * @throws ActOnceException INVALID_INTENT if it is not in the years 2000 to 2199; leave it out
     *     where there is none, instead of {@link Instant#MAX}
     */
    public Builder deadline(Instant deadline) {
      this.deadline = plausible("deadline", deadline);
      return this;
    }

    private static Instant plausible(String name, Instant time) {
      String problem = IntentTimes.problem(name, time);
      if (problem != null) {
        throw new ActOnceException(ErrorCode.INVALID_INTENT, problem);
      }
      return time;
    }

    /** Adds a free label, never part of the key. */
    public Builder metadata(String name, String value) {
      metadata.put(name, value);
      return this;
    }

    /** The intent; the builder may be used again. */
    public Intent build() {
      return build(InstantSource.system());
    }

    Intent build(InstantSource clock) {
      Instant issued = issuedAt == null ? clock.instant() : issuedAt;
      return new Intent(this, issued.truncatedTo(ChronoUnit.MILLIS));
    }
  }
}
