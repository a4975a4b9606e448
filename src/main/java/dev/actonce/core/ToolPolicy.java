package dev.actonce.core;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Everything that the decisions need to know of a tool.
 *
 * @param action the tool's name
 * @param safety what it offers against double effects
 * @param key how its keys are derived
 * @param memory how long final outcomes are remembered
 * @param execution how it is called
 * @param hash hash of the policy's text, for records and audits
 */
public record ToolPolicy(
    String action,
    SafetyClass safety,
    KeyPolicy key,
    Memory memory,
    Execution execution,
    String hash) {

  /**
   * How long a key is remembered after the later of its last sighting and its final outcome.
   *
   * @param window for fingerprint keys; default 300 s
   * @param memory for intent and tool call keys; default 24 h
   * @param resultMaxBytes longest result that duplicates are told again, in UTF-8 bytes, 0 to
   *     {@link #MAX_RESULT_BYTES}; default 64 KiB. A longer one is told once, by the first outcome
   */
  public record Memory(Duration window, Duration memory, int resultMaxBytes) {
    /** 1 MiB. */
    public static final int MAX_RESULT_BYTES = 1024 * 1024;

    /** 64 KiB. */
    public static final int DEFAULT_RESULT_MAX_BYTES = 64 * 1024;

    /** 300 s, 24 h and 64 KiB. */
    public static final Memory DEFAULT = new Memory(Duration.ofSeconds(300), Duration.ofHours(24));

    /** As with every setting, and results of up to 64 KiB. */
    public Memory(Duration window, Duration memory) {
      this(window, memory, DEFAULT_RESULT_MAX_BYTES);
    }

    public Memory {
      if (resultMaxBytes < 0 || resultMaxBytes > MAX_RESULT_BYTES) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "result_max must be 0 to " + MAX_RESULT_BYTES + " bytes, got " + resultMaxBytes);
      }
      requirePositive("window", window);
      requirePositive("memory", memory);
    }
  }

  /**
   * How a tool is called.
   *
   * @param retry pauses and bounds of safe retries
   * @param callTimeout longest wait for one call
   * @param maxInFlight calls at once per executor, 1 to 10,000
   * @param providerKeyTtl how long the provider honours a key; used by {@link SafetyClass#KEYED}
   * @param lookupLag how long a look-up may miss a fresh effect; null when there is no look-up
   * @param keyAfterError what the provider key is worth once it was answered with an error
   * @param maxUnknown open doubts per executor beyond which nothing new is claimed, 1 to 100,000
   */
  public record Execution(
      RetryPolicy retry,
      Duration callTimeout,
      int maxInFlight,
      Duration providerKeyTtl,
      @Nullable Duration lookupLag,
      KeyAfterError keyAfterError,
      int maxUnknown) {
    /** As {@code max_unknown} is by default. */
    public static final int DEFAULT_MAX_UNKNOWN = 1_000;

    /** Four calls, 30 s timeout, 32 at once, keys kept 24 h, no look-up, 1,000 open doubts. */
    public static final Execution DEFAULT =
        new Execution(RetryPolicy.DEFAULT, Duration.ofSeconds(30), 32, Duration.ofHours(24), null);

    /** As with every setting, and 1,000 open doubts. */
    public Execution(
        RetryPolicy retry,
        Duration callTimeout,
        int maxInFlight,
        Duration providerKeyTtl,
        @Nullable Duration lookupLag,
        KeyAfterError keyAfterError) {
      this(
          retry,
          callTimeout,
          maxInFlight,
          providerKeyTtl,
          lookupLag,
          keyAfterError,
          DEFAULT_MAX_UNKNOWN);
    }

    /** As above, and a key that covers retries after errors too. */
    public Execution(
        RetryPolicy retry,
        Duration callTimeout,
        int maxInFlight,
        Duration providerKeyTtl,
        @Nullable Duration lookupLag) {
      this(retry, callTimeout, maxInFlight, providerKeyTtl, lookupLag, KeyAfterError.COVERS);
    }

    public Execution {
      requirePositive("timeout", callTimeout);
      requirePositive("provider_key_ttl", providerKeyTtl);
      if (maxInFlight < 1 || maxInFlight > 10_000) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING, "max_in_flight must be 1 to 10000, got " + maxInFlight);
      }
      if (maxUnknown < 1 || maxUnknown > 100_000) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING, "max_unknown must be 1 to 100000, got " + maxUnknown);
      }
      if (lookupLag != null && lookupLag.isNegative()) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING, "lookup.lag must not be negative, got " + lookupLag);
      }
    }

    /** The same with another bound of open doubts. */
    public Execution withMaxUnknown(int count) {
      return new Execution(
          retry, callTimeout, maxInFlight, providerKeyTtl, lookupLag, keyAfterError, count);
    }
  }

  /** What a provider key is worth once the provider answered it with an error (5xx). */
  public enum KeyAfterError {
    /** A retry is safe, and may bring another answer. */
    COVERS,
    /** The error is stored and replayed: a retry is safe, but never helps while the key lives. */
    REPLAYS,
    /** Only successes are stored: a retry is a new execution, so it is not safe. */
    FORGETS
  }

  public ToolPolicy {
    if (action.isEmpty()) {
      throw new ActOnceException(ErrorCode.INVALID_CATALOG, "a tool's name must not be empty");
    }
    if (safety == SafetyClass.LOOKUP && execution.lookupLag() == null) {
      throw new ActOnceException(
          ErrorCode.INVALID_CATALOG,
          "tool '"
              + action
              + "' has safety 'lookup' but no lookup; add http.lookup, or declare it 'unsafe'");
    }
  }

  /** A tool with defaults everywhere else. */
  public static ToolPolicy of(String action, SafetyClass safety) {
    return new ToolPolicy(
        action, safety, KeyPolicy.AUTO, Memory.DEFAULT, Execution.DEFAULT, "default");
  }

  /**
   * How a claim in doubt is treated that was written under another class: by the stricter of the
   * two. A provider key protects only if every call carried it, so where just one of the classes is
   * {@link SafetyClass#KEYED} nothing is sent again on its strength.
   *
   * @param recorded class under which the claim was written
   */
  public ToolPolicy heldTo(SafetyClass recorded) {
    if (recorded == safety) {
      return this;
    }
    SafetyClass stricter = recorded.compareTo(safety) > 0 ? recorded : safety;
    if (stricter == SafetyClass.KEYED || stricter == SafetyClass.LOOKUP) {
      stricter = execution.lookupLag() == null ? SafetyClass.UNSAFE : SafetyClass.LOOKUP;
    }
    return new ToolPolicy(action, stricter, key, memory, execution, hash);
  }

  /** How long a key of this kind is remembered. */
  public Duration horizon(KeyKind kind) {
    return kind == KeyKind.FINGERPRINT ? memory.window() : memory.memory();
  }

  /**
   * How long a memory entry must stay readable, past its horizon, so that a repeat gets the next
   * generation: a provider that still honours the key of a forgotten one would replay its answer.
   */
  public Duration retention() {
    Duration longest =
        memory.window().compareTo(memory.memory()) > 0 ? memory.window() : memory.memory();
    boolean keyLivesLonger =
        safety == SafetyClass.KEYED && execution.providerKeyTtl().compareTo(longest) > 0;
    return keyLivesLonger ? execution.providerKeyTtl() : longest;
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isNegative() || value.isZero()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING, name + " must be longer than zero, got " + value);
    }
  }
}
