package dev.actonce.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.actonce.core.audit.AuditReport;
import dev.actonce.core.audit.Discrepancy;
import dev.actonce.core.audit.Discrepancy.Kind;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditTextTest {
  private static final String KEY = "v1." + "A".repeat(43);
  private static final AuditReport REPORT =
      new AuditReport(
          new AuditReport.Counts(4, 1, 2, 3, 2, 1, 5),
          Map.of(Kind.ESCAPED_DUPLICATE, 2, Kind.MISSING_EFFECT, 3),
          Map.of("charge", 2),
          List.of(
              new Discrepancy(
                  Kind.ESCAPED_DUPLICATE,
                  "charge",
                  KEY,
                  1,
                  List.of("ch_1", "\u001b[31m"),
                  List.of(7L)),
              new Discrepancy(Kind.MISSING_EFFECT, null, KEY, 1, List.of(), List.of())));

  @Test
  void tellsPeopleWhatAndWhere() {
    BadInput bad = new BadInput(1);
    bad.add("line 9", "not JSON");
    bad.add("line 10", "not JSON");

    String text = String.join("\n", new AuditText(REPORT, bad).lines());

    assertThat(text)
        .contains("compared 4 effects with 3 admitted actions (2 succeeded, 1 unsettled)")
        .contains("1 lines repeat an effect", "2 effects are of other actions", "5 effects or")
        .contains("       2  escaped_duplicate      more than one effect for one action")
        .contains("       0  contradicted ")
        .contains("charge  key=" + KEY + "  generation=1  references=ch_1,\\u001b[31m  lines=7")
        .contains("and 2 more")
        .contains("2 lines or records are not readable", "  line 9: not JSON", "and 1 more");
  }

  @Test
  void tellsMachinesTheSame() throws IOException {
    JsonNode json = new ObjectMapper().readTree(new AuditText(REPORT, new BadInput(1)).json());

    assertThat(json.path("clean").asBoolean(true)).isFalse();
    assertThat(json.path("found").path("escaped_duplicate").asInt()).isEqualTo(2);
    assertThat(json.path("found").path("contradicted").asInt(-1)).isZero();
    assertThat(json.path("escaped_duplicates_by_action").path("charge").asInt()).isEqualTo(2);
    assertThat(json.path("discrepancies")).hasSize(2);
    assertThat(json.path("discrepancies").path(0).path("lines").path(0).asInt()).isEqualTo(7);
    assertThat(json.path("unreadable").path("count").asInt(-1)).isZero();
  }
}
