package dev.actonce.core.audit;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One point in which a provider and the outcomes disagree.
 *
 * @param kind how they disagree
 * @param action the tool; null when neither side tells it
 * @param key idempotency key; null when the export has none of ours
 * @param generation of the key; 0 when not known
 * @param references of the effects and of the outcomes, the first few
 * @param lines of the export, the first few
 */
public record Discrepancy(
    Kind kind,
    @Nullable String action,
    @Nullable String key,
    int generation,
    List<String> references,
    List<Long> lines) {
  /** Most references and most lines that are told. */
  static final int MAX_TOLD = 5;

  public Discrepancy {
    references = references.stream().distinct().limit(MAX_TOLD).toList();
    lines = lines.stream().limit(MAX_TOLD).toList();
  }

  /** With further references, as far as there is room. */
  Discrepancy withReferences(List<String> more) {
    List<String> all = Stream.concat(references.stream(), more.stream()).toList();
    return new Discrepancy(kind, action, key, generation, all, lines);
  }

  /** How a provider and the outcomes can disagree; the worst first. */
  public enum Kind {
    /** More than one effect for one action. */
    ESCAPED_DUPLICATE(
        "more than one effect for one action",
        "undo the effects beyond the first at the provider, and find out how it treats repeats"),
    /** Agents were told FAILED, and the effect is there; or they were told both ends. */
    CONTRADICTED(
        "the outcome says FAILED, and the effect is there",
        "inform who asked; check http.not_executed of the tool, and who settled it as not"
            + " executed"),
    /** The provider has an effect that no outcome speaks of. */
    EFFECT_WITHOUT_OUTCOME(
        "an effect without an outcome",
        "if the export covers nothing but this pipeline, somebody acts beside it"),
    /** Agents were told SUCCEEDED, and the export has no effect. */
    MISSING_EFFECT(
        "the outcome says SUCCEEDED, and the export has no effect",
        "check that the export covers the tool and the time; else look the action up"),
    /** The effect is there, under another reference than agents were told. */
    OTHER_REFERENCE(
        "the outcome names another reference than the export",
        "check http.reference of the tool against the export's reference field; if both are right,"
            + " there are two effects");

    private final String meaning;
    private final String remedy;

    Kind(String meaning, String remedy) {
      this.meaning = meaning;
      this.remedy = remedy;
    }

    /** What it means, as a phrase. */
    public String meaning() {
      return meaning;
    }

    /** What to do, as a phrase. */
    public String remedy() {
      return remedy;
    }
  }
}
