package dev.actonce.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.actonce.catalog.ToolAudit;
import dev.actonce.catalog.ToolHints;
import dev.actonce.core.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What an audit of the tools found, as lines for people or as one JSON object. Pure. */
final class ToolAuditText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final List<ToolAudit> audits;
  private final Set<String> accepted;

  ToolAuditText(List<ToolAudit> audits, Set<String> accepted) {
    this.audits = List.copyOf(audits);
    this.accepted = Set.copyOf(accepted);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (ToolAudit.Kind kind : ToolAudit.Kind.values()) {
      List<ToolAudit> ofKind = audits.stream().filter(audit -> audit.kind() == kind).toList();
      lines.add(name(kind) + ": " + ofKind.size());
      ofKind.forEach(audit -> add(audit, lines));
    }
    return lines;
  }

  private void add(ToolAudit audit, List<String> lines) {
    String action = audit.tool().action();
    lines.add(
        "  %s  safety=%s%s%s"
            .formatted(
                VisibleText.word(action),
                name(audit.tool().policy().safety()),
                hints(audit.hints()),
                accepted.contains(action) ? "  (accepted)" : ""));
    for (ToolAudit.Gap gap : audit.gaps()) {
      lines.add("    " + gap.weight() + " " + VisibleText.of(gap.what()));
      lines.add("      -> " + VisibleText.of(gap.remedy()));
    }
  }

  private static String hints(ToolHints hints) {
    return hint("readOnlyHint", hints.readOnlyHint())
        + hint("destructiveHint", hints.destructiveHint())
        + hint("idempotentHint", hints.idempotentHint())
        + hint("openWorldHint", hints.openWorldHint());
  }

  private static String hint(String name, @Nullable Boolean value) {
    return value == null ? "" : "  " + name + "=" + value;
  }

  String json() {
    ObjectNode json = JSON.createObjectNode();
    ArrayNode tools = json.putArray("tools");
    for (ToolAudit audit : audits) {
      ObjectNode tool = tools.addObject();
      String action = audit.tool().action();
      tool.put("name", action);
      tool.put("safety", name(audit.tool().policy().safety()));
      tool.put("kind", name(audit.kind()));
      ObjectNode hints = tool.putObject("annotations");
      hints.put("readOnlyHint", audit.hints().readOnlyHint());
      put(hints, "destructiveHint", audit.hints().destructiveHint());
      put(hints, "idempotentHint", audit.hints().idempotentHint());
      hints.put("openWorldHint", audit.hints().openWorldHint());
      tool.put("accepted", accepted.contains(action));
      ArrayNode gaps = tool.putArray("gaps");
      for (ToolAudit.Gap gap : audit.gaps()) {
        gaps.addObject()
            .put("weight", name(gap.weight()))
            .put("what", gap.what())
            .put("remedy", gap.remedy());
      }
    }
    return json.toString();
  }

  private static void put(ObjectNode node, String name, @Nullable Boolean value) {
    if (value != null) {
      node.put(name, value);
    }
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
