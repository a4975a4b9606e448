package dev.actonce.catalog;

import dev.actonce.core.KeyChoice;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.ToolPolicy.KeyAfterError;
import java.util.ArrayList;
import java.util.List;

/**
 * What a tool is to an agent that repeats itself, and what its entry still lacks. Pure.
 *
 * @param tool the entry
 * @param kind what a repeat does
 * @param hints for MCP clients
 * @param gaps what is missing, the worst first
 */
public record ToolAudit(Tool tool, Kind kind, ToolHints hints, List<Gap> gaps) {
  public ToolAudit {
    gaps = List.copyOf(gaps);
  }

  /** What a repeat of a tool does. */
  public enum Kind {
    /** Nothing: there is no effect. */
    READ_ONLY,
    /** The same as once. */
    NATURALLY_IDEMPOTENT,
    /** The effect once more, unless something holds it back. */
    SIDE_EFFECTING
  }

  /** How bad a gap is. */
  public enum Weight {
    /** A doubt can arise that only a person can end, or that ends on a guess of ours. */
    GAP,
    /** Nothing is at risk, but doubts arise more often or are harder to check. */
    ADVICE
  }

  /**
   * Something that is missing.
   *
   * @param weight how bad that is
   * @param what is missing, and what follows
   * @param remedy what to write into the catalog
   */
  public record Gap(Weight weight, String what, String remedy) {}

  /** Looks at one tool. */
  public static ToolAudit of(Tool tool) {
    SafetyClass safety = tool.policy().safety();
    Kind kind =
        switch (safety) {
          case READ_ONLY -> Kind.READ_ONLY;
          case IDEMPOTENT -> Kind.NATURALLY_IDEMPOTENT;
          case KEYED, LOOKUP, UNSAFE -> Kind.SIDE_EFFECTING;
        };
    List<Gap> gaps = new ArrayList<>();
    safety(tool, gaps);
    if (safety.sideEffecting()) {
      effects(tool, gaps);
    }
    everyTool(tool, gaps);
    return new ToolAudit(tool, kind, ToolHints.of(safety), gaps);
  }

  /** Whether anything of this weight is missing. */
  public boolean lacks(Weight weight) {
    return gaps.stream().anyMatch(gap -> gap.weight() == weight);
  }

  private static void safety(Tool tool, List<Gap> gaps) {
    ToolPolicy.Execution execution = tool.policy().execution();
    boolean hasLookup = execution.lookupLag() != null;
    switch (tool.policy().safety()) {
      case READ_ONLY, IDEMPOTENT -> {}
      case UNSAFE -> unsafe(tool, hasLookup, gaps);
      case KEYED -> keyed(tool, hasLookup, gaps);
      case LOOKUP -> {
        if (carriesKey(tool)) {
          gaps.add(
              advice(
                  "the request carries the provider key, and the class does not use it",
                  "if the provider honours the key, declare the tool 'keyed'"));
        }
      }
    }
  }

  private static void unsafe(Tool tool, boolean hasLookup, List<Gap> gaps) {
    if (carriesKey(tool)) {
      gaps.add(
          gap(
              "it is 'unsafe' although the request carries the provider key: a lost answer waits"
                  + " for a person",
              "if the provider honours the key, declare the tool 'keyed' with provider_key_ttl"));
    } else if (hasLookup) {
      gaps.add(
          gap(
              "it is 'unsafe' although it has a look-up: a lost answer waits for a person",
              "if the look-up finds every effect within its lag, declare the tool 'lookup'"));
    } else {
      gaps.add(
          gap(
              "neither key nor look-up: a lost answer waits for a person ('actonce unknown list')",
              "send the provider key (http.key_header) and declare it 'keyed', or add a look-up"
                  + " (http.lookup) and declare it 'lookup'"));
    }
  }

  private static void keyed(Tool tool, boolean hasLookup, List<Gap> gaps) {
    ToolPolicy.Execution execution = tool.policy().execution();
    if (!isDeclared(tool, "provider_key_ttl") && !isDeclared(tool, "http.profile")) {
      gaps.add(
          gap(
              "provider_key_ttl is not declared: "
                  + execution.providerKeyTtl()
                  + " is our guess,"
                  + " and a retry on a key that the provider has forgotten is a second effect",
              "declare provider_key_ttl as the provider documents it, or name its http.profile"));
    }
    if (execution.keyAfterError() == KeyAfterError.FORGETS && !hasLookup) {
      gaps.add(
          gap(
              "the provider forgets a key that it answered with an error, and there is no look-up:"
                  + " after a 5xx a person must settle",
              "add http.lookup"));
    } else if (!hasLookup) {
      gaps.add(
          advice(
              "no look-up: an unknown outcome that outlives provider_key_ttl waits for a person",
              "add http.lookup"));
    }
  }

  private static void effects(Tool tool, List<Gap> gaps) {
    if (tool.policy().key().identity().isEmpty()
        && tool.policy().key().choice() != KeyChoice.INTENT
        && tool.policy().key().choice() != KeyChoice.TOOL_CALL) {
      gaps.add(
          gap(
              "identity is not declared: without an intentId all arguments count, so a re-worded"
                  + " text makes another action",
              "name the arguments that make it the same action under identity, or set key:"
                  + " intent"));
    }
    if (tool.http().isEmpty()) {
      gaps.add(
          advice(
              "a Java handler performs it, so the catalog cannot show that it passes the provider"
                  + " key on or looks up",
              "check that the handler does what safety says"));
      return;
    }
    HttpSpec http = tool.http().get();
    if (http.notExecuted().isEmpty()) {
      gaps.add(
          advice(
              "http.not_executed is empty: every refusal of the provider is UNKNOWN",
              "list the statuses by which the provider promises that nothing happened"));
    }
    if (http.reference() == null) {
      gaps.add(
          advice(
              "http.reference is missing: outcomes do not name the provider's effect, so 'actonce"
                  + " audit' can only compare keys",
              "give the JSON path of the provider's id"));
    }
  }

  private static void everyTool(Tool tool, List<Gap> gaps) {
    if (!isDeclared(tool, "http.timeout") && !isDeclared(tool, "timeout")) {
      gaps.add(
          advice(
              "no timeout: " + tool.policy().execution().callTimeout() + " is our guess",
              "declare http.timeout (or timeout, for a Java handler) above what the tool needs"));
    }
    if (tool.arguments().isEmpty()) {
      gaps.add(
          advice(
              "no schema of the arguments: whatever a model makes up reaches the tool, and \"1\""
                  + " and 1 are two actions",
              "add arguments"));
    }
    for (String path : tool.policy().key().identity()) {
      if (tool.arguments().filter(schema -> schema.mayHaveMeantAnotherThan(path)).isPresent()) {
        gaps.add(
            advice(
                "identity names '" + path + "', which the schema allows but does not list",
                "correct the name, or add it to arguments.properties"));
      }
    }
    if (tool.description().isEmpty()) {
      gaps.add(advice("no description for people and models", "add description"));
    }
  }

  private static boolean carriesKey(Tool tool) {
    return tool.http().map(HttpSpec::carriesProviderKey).orElse(false);
  }

  private static boolean isDeclared(Tool tool, String setting) {
    return tool.declared().contains(setting);
  }

  private static Gap gap(String what, String remedy) {
    return new Gap(Weight.GAP, what, remedy);
  }

  private static Gap advice(String what, String remedy) {
    return new Gap(Weight.ADVICE, what, remedy);
  }
}
