package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.catalog.SchemaPlaces.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Refuses a schema whose check could take for ever, or far too long: one that refers back to itself
 * for the same value, that multiplies its parts by references, or that has a pattern which cannot
 * be matched in linear time. Confined to the loading thread.
 */
final class SchemaCheck {
  /** Most keywords that one value may meet, counted once for each way that leads to them. */
  private static final long MAX_WORK = 10_000;

  /** Most schemas in a row that are applied to the same value. */
  private static final int MAX_CHAIN = 100;

  private static final Set<String> REFERENCES = Set.of("$ref", "$dynamicRef", "$recursiveRef");
  private static final Set<String> COUNTS =
      Set.of(
          "maxLength",
          "minLength",
          "maxItems",
          "minItems",
          "maxProperties",
          "minProperties",
          "maxContains",
          "minContains");

  /** The drafts' own schemas, which come with the validator. */
  private static final List<String> KNOWN =
      List.of("http://json-schema.org/draft", "https://json-schema.org/draft");

  private final SchemaPlaces places;
  private final Map<Place, Effort> known = new HashMap<>();
  private final List<Place> open = new ArrayList<>();

  private SchemaCheck(SchemaPlaces places) {
    this.places = places;
  }

  /**
   * What a schema costs.
   *
   * @param work keywords that a value meets
   * @param chain schemas in a row that are applied to it
   */
  private record Effort(long work, int chain) {}

  /**
   * Checks all schemas of a document, and writes bounds that no document reaches as the largest
   * that the validator can hold.
   *
   * @throws dev.actonce.core.ActOnceException INVALID_CATALOG with the place in the schema
   */
  static void requireBounded(SchemaPlaces places) {
    SchemaCheck check = new SchemaCheck(places);
    check.link(); // First, because it finds more places.
    places.all().forEach(SchemaCheck::requireLinearPatterns);
    places.all().forEach(place -> fitCounts(place.schema()));
    places.all().forEach(check::effort);
  }

  private static void requireLinearPatterns(Place place) {
    JsonNode pattern = place.schema().path("pattern");
    if (pattern.isTextual()) {
      requireLinear(place.pointer() + "/pattern", pattern.textValue());
    }
    place
        .schema()
        .path("patternProperties")
        .fieldNames()
        .forEachRemaining(name -> requireLinear(place.pointer() + "/patternProperties", name));
  }

  private static void requireLinear(String place, String pattern) {
    try {
      LinearPattern.compile(pattern);
    } catch (PatternRefusedException e) {
      throw ArgumentSchema.invalid(
          place + " '" + ArgumentSchema.abbreviate(pattern) + "': " + e.getMessage(), e);
    }
  }

  private static void fitCounts(ObjectNode schema) {
    for (String name : COUNTS) {
      JsonNode count = schema.get(name);
      if (count != null) {
        schema.set(name, ExactNumbers.asInt(count));
      }
    }
  }

  /** Follows references; a target that is no part of the usual places becomes one. */
  private void link() {
    int done = 0;
    for (List<Place> all = List.copyOf(places.all()); done < all.size(); ) {
      Place from = all.get(done++);
      for (String keyword : REFERENCES) {
        JsonNode reference = from.schema().path(keyword);
        if (reference.isTextual()) {
          link(from, keyword, reference.textValue());
        }
      }
      if (done == all.size()) {
        all = List.copyOf(places.all());
      }
    }
  }

  private void link(Place from, String keyword, String reference) {
    Set<Place> found = places.find(from, keyword, reference);
    if (found.isEmpty() && KNOWN.stream().noneMatch(reference::startsWith)) {
      throw ArgumentSchema.invalid(
          from.pointer()
              + '/'
              + keyword
              + " '"
              + ArgumentSchema.abbreviate(reference)
              + "' names nothing in this schema, and nothing is fetched",
          null);
    }
    from.inPlace().addAll(found);
  }

  private Effort effort(Place place) {
    Effort effort = known.get(place);
    if (effort != null) {
      return effort;
    }
    if (open.contains(place)) {
      throw ArgumentSchema.invalid(loop(place), null);
    }
    open.add(place);
    requireChain(place, open.size());
    long work = place.schema().size();
    int chain = 0;
    for (Place next : place.inPlace()) {
      Effort part = effort(next);
      work = Math.min(work + part.work(), Integer.MAX_VALUE);
      chain = Math.max(chain, part.chain());
    }
    open.remove(open.size() - 1);
    requireChain(place, chain + 1);
    if (work > MAX_WORK) {
      throw ArgumentSchema.invalid(
          at(place) + " applies more than " + MAX_WORK + " keywords to one value, by references",
          null);
    }
    effort = new Effort(work, chain + 1);
    known.put(place, effort);
    return effort;
  }

  private static void requireChain(Place place, int chain) {
    if (chain > MAX_CHAIN) {
      throw ArgumentSchema.invalid(
          at(place) + " is one of more than " + MAX_CHAIN + " schemas in a row for one value",
          null);
    }
  }

  private String loop(Place place) {
    StringBuilder path = new StringBuilder();
    for (Place each : open.subList(open.indexOf(place), open.size())) {
      path.append(at(each)).append(" -> ");
    }
    return "it refers back to itself for the same value: " + path + at(place);
  }

  private static String at(Place place) {
    return '#' + place.pointer();
  }
}
