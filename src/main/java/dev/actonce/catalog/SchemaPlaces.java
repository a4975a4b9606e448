package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The schemas within a document, with what each applies to the same value, and the names by which
 * they refer to each other. Reads all drafts alike, and a malformed schema as far as it goes: that
 * is told elsewhere. Confined to the loading thread.
 */
final class SchemaPlaces {
  /** The document's own address; a relative {@code $id} is resolved against it. */
  static final String BASE = "https://schema.invalid/arguments";

  private static final Set<String> IN_PLACE = Set.of("not", "if", "then", "else");
  private static final Set<String> IN_PLACE_LISTS = Set.of("allOf", "anyOf", "oneOf");
  private static final Set<String> IN_PLACE_MAPS = Set.of("dependentSchemas", "dependencies");
  private static final Set<String> ONWARD =
      Set.of(
          "items",
          "additionalItems",
          "unevaluatedItems",
          "contains",
          "additionalProperties",
          "unevaluatedProperties",
          "propertyNames",
          "contentSchema");
  private static final Set<String> ONWARD_LISTS = Set.of("prefixItems", "items");
  private static final Set<String> ONWARD_MAPS =
      Set.of("properties", "patternProperties", "$defs", "definitions");

  private final IdentityHashMap<JsonNode, Place> places = new IdentityHashMap<>();
  private final Deque<Place> unread = new ArrayDeque<>();
  private final List<Place> ordered = new ArrayList<>();
  private final Map<String, Place> named = new HashMap<>();
  private final Map<String, Set<Place>> dynamic = new HashMap<>();
  private boolean tuples;

  /** A schema within the document; equal to itself only. */
  static final class Place {
    private final ObjectNode schema;
    private final String pointer;
    private final String base;
    private final List<Place> inPlace = new ArrayList<>();

    private Place(ObjectNode schema, String pointer, String base) {
      this.schema = schema;
      this.pointer = pointer;
      this.base = base;
    }

    /** Its members. */
    ObjectNode schema() {
      return schema;
    }

    /** Where it stands. */
    String pointer() {
      return pointer;
    }

    /** The address against which it refers to others. */
    private String base() {
      return base;
    }

    /** Schemas that it applies to the very value that it is applied to; callers add to them. */
    List<Place> inPlace() {
      return inPlace;
    }
  }

  /** Finds the schemas of a document. */
  SchemaPlaces(JsonNode root) {
    add(root, "", BASE);
    readAll();
  }

  /** All schemas that were found so far. */
  Collection<Place> all() {
    return List.copyOf(ordered);
  }

  /** Whether {@code items} is a list anywhere, which 2020-12 calls {@code prefixItems}. */
  boolean hasTuples() {
    return tuples;
  }

  private void readAll() {
    while (!unread.isEmpty()) {
      Place place = unread.remove();
      place
          .schema()
          .properties()
          .forEach(member -> read(place, member.getKey(), member.getValue()));
    }
  }

  private void read(Place place, String keyword, JsonNode value) {
    String pointer = place.pointer() + '/' + escaped(keyword);
    if (IN_PLACE.contains(keyword)) {
      addTo(place.inPlace(), value, pointer, place.base());
    } else if (IN_PLACE_LISTS.contains(keyword)) {
      addList(place.inPlace(), value, pointer, place.base());
    } else if (IN_PLACE_MAPS.contains(keyword)) {
      addMap(place.inPlace(), value, pointer, place.base());
    }
    if (ONWARD_LISTS.contains(keyword) && value.isArray()) {
      tuples |= keyword.equals("items");
      addList(new ArrayList<>(), value, pointer, place.base());
    } else if (ONWARD.contains(keyword)) {
      add(value, pointer, place.base());
    } else if (ONWARD_MAPS.contains(keyword)) {
      addMap(new ArrayList<>(), value, pointer, place.base());
    }
  }

  private void addList(List<Place> found, JsonNode list, String pointer, String base) {
    for (int i = 0; list.isArray() && i < list.size(); i++) {
      addTo(found, list.get(i), pointer + '/' + i, base);
    }
  }

  private void addMap(List<Place> found, JsonNode map, String pointer, String base) {
    map.properties()
        .forEach(
            member ->
                addTo(found, member.getValue(), pointer + '/' + escaped(member.getKey()), base));
  }

  private void addTo(List<Place> found, JsonNode schema, String pointer, String base) {
    Place place = add(schema, pointer, base);
    if (place != null) {
      found.add(place);
    }
  }

  private @Nullable Place add(JsonNode node, String pointer, String outerBase) {
    if (!(node instanceof ObjectNode schema)) {
      return null;
    }
    Place known = places.get(node);
    if (known != null) {
      return known;
    }
    String base = baseOf(schema, outerBase);
    Place place = new Place(schema, pointer, base);
    places.put(node, place);
    ordered.add(place);
    unread.add(place);
    if (pointer.isEmpty() || !base.equals(outerBase)) {
      named.putIfAbsent(base, place);
    }
    String id = idOf(schema);
    if (id.startsWith("#")) { // How the older drafts wrote an anchor.
      named.putIfAbsent(base + id, place);
    }
    for (String anchor : List.of("$anchor", "$dynamicAnchor")) {
      if (schema.path(anchor).isTextual()) {
        named.putIfAbsent(base + '#' + schema.path(anchor).textValue(), place);
      }
    }
    if (schema.path("$dynamicAnchor").isTextual()) {
      dynamic
          .computeIfAbsent(schema.path("$dynamicAnchor").textValue(), name -> new LinkedHashSet<>())
          .add(place);
    }
    return place;
  }

  /**
   * The schemas that a reference may name: one, or for a dynamic one all that could be meant.
   *
   * @return empty if it names nothing in the document
   */
  Set<Place> find(Place from, String keyword, String reference) {
    Set<Place> found = new LinkedHashSet<>();
    lookUp(from, reference).ifPresent(found::add);
    if (keyword.equals("$dynamicRef")) {
      String anchor = reference.substring(reference.indexOf('#') + 1);
      found.addAll(dynamic.getOrDefault(anchor, Set.of()));
    } else if (keyword.equals("$recursiveRef")) {
      ordered.stream()
          .filter(place -> place.schema().path("$recursiveAnchor").asBoolean(false))
          .forEach(found::add);
    }
    return found;
  }

  private Optional<Place> lookUp(Place from, String reference) {
    int mark = reference.indexOf('#');
    String address = mark < 0 ? reference : reference.substring(0, mark);
    String fragment = mark < 0 ? "" : reference.substring(mark + 1);
    Place resource = named.get(address.isEmpty() ? from.base() : resolve(from.base(), address));
    if (resource == null) {
      return Optional.empty();
    }
    if (fragment.isEmpty()) {
      return Optional.of(resource);
    }
    if (!fragment.startsWith("/")) {
      return Optional.ofNullable(named.get(resource.base() + '#' + fragment));
    }
    return at(resource, fragment);
  }

  /** Follows a JSON pointer in a URL fragment (RFC 6901, section 6). */
  private Optional<Place> at(Place resource, String fragment) {
    JsonNode node = resource.schema();
    String base = resource.base();
    for (String token : decoded(fragment).substring(1).split("/", -1)) {
      String name = token.replace("~1", "/").replace("~0", "~");
      node =
          node.isArray() && name.matches("\\d{1,6}")
              ? node.path(Integer.parseInt(name))
              : node.path(name);
      base = node instanceof ObjectNode schema ? baseOf(schema, base) : base;
    }
    Place place = add(node, resource.pointer() + fragment, base);
    readAll();
    return Optional.ofNullable(place);
  }

  private static String decoded(String fragment) {
    try {
      return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return fragment;
    }
  }

  private static String idOf(ObjectNode schema) {
    return schema.path("$id").asText(schema.path("id").asText(""));
  }

  private static String baseOf(ObjectNode schema, String outer) {
    String id = idOf(schema);
    int mark = id.indexOf('#');
    String address = mark < 0 ? id : id.substring(0, mark);
    return address.isEmpty() ? outer : resolve(outer, address);
  }

  private static String resolve(String base, String address) {
    try {
      return URI.create(base).resolve(address).toString();
    } catch (IllegalArgumentException e) {
      return address;
    }
  }

  private static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }
}
