package dev.actonce.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.core.VisibleText;
import dev.actonce.core.suspect.SuspectedDuplicate;
import dev.actonce.core.suspect.SuspectedDuplicate.Sighting;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A suspected duplicate, for people or as one JSON object. */
final class SuspectText {
  static final String ADVICE =
      "Find out at the provider whether all of them were wanted. If not, give the agent an intentId"
          + " that stays the same over its attempts. If such repeats are meant, set 'repeats:"
          + " meant' for the tool.";

  private static final ObjectMapper JSON = new ObjectMapper();

  private SuspectText() {}

  static String lines(SuspectedDuplicate suspect) {
    return suspect.latest().admittedAt()
        + "  "
        + VisibleText.word(suspect.action())
        + "  tenant="
        + VisibleText.word(suspect.tenant())
        + "  keys="
        + suspect.keys()
        + "  since="
        + suspect.firstAt()
        + "\n  equal     "
        + suspect.fingerprint()
        + "\n  sessions  "
        + different(suspect, Sighting::session)
        + "\n  runs      "
        + different(suspect, Sighting::run)
        + "\n  agents    "
        + different(suspect, Sighting::agent)
        + "\n  intentIds "
        + different(suspect, Sighting::intentId)
        + "\n  keys      "
        + different(suspect, sighting -> sighting.key().value())
        + "\n  advice    "
        + ADVICE;
  }

  static String json(SuspectedDuplicate suspect) {
    ObjectNode node = JSON.createObjectNode();
    node.put("fingerprint", suspect.fingerprint().value());
    node.put("action", suspect.action());
    node.put("tenant", suspect.tenant());
    node.put("keys", suspect.keys());
    node.put("firstAt", suspect.firstAt().toString());
    node.put("lastAt", suspect.latest().admittedAt().toString());
    ArrayNode sightings = node.putArray("sightings");
    for (Sighting sighting : suspect.sightings()) {
      sightings
          .addObject()
          .put("key", sighting.key().value())
          .put("requestId", sighting.requestId())
          .put("session", sighting.session())
          .put("run", sighting.run())
          .put("agent", sighting.agent())
          .put("intentId", sighting.intentId())
          .put("toolCallId", sighting.toolCallId())
          .put("admittedAt", sighting.admittedAt().toString());
    }
    return node.toString();
  }

  private static String different(
      SuspectedDuplicate suspect, Function<Sighting, @Nullable String> what) {
    String all =
        suspect.sightings().stream()
            .map(what)
            .filter(Objects::nonNull)
            .distinct()
            .map(VisibleText::word)
            .collect(Collectors.joining(" "));
    return all.isEmpty() ? "-" : all;
  }
}
