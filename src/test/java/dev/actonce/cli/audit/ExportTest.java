package dev.actonce.cli.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.audit.Effect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExportTest {
  private static final Instant NINE = Instant.parse("2026-01-31T09:00:00Z");

  @TempDir Path directory;

  private final BadInput bad = new BadInput(10);

  @Test
  void readsJsonLines() throws IOException {
    List<Effect> effects =
        read(
            ExportFormat.JSON,
            ExportFields.DEFAULT,
            """
            {"key":"k/1","reference":"ch_1","action":"charge","at":"2026-01-31T09:00:00Z","more":[1]}

            {"reference":7,"at":null}
            """);

    assertThat(effects)
        .containsExactly(
            new Effect(1, "k/1", "ch_1", "charge", NINE), new Effect(3, null, "7", null, null));
    assertThat(bad.count()).isZero();
  }

  @Test
  void findsNestedMembersByPointer() throws IOException {
    List<Effect> effects =
        read(
            ExportFormat.JSON,
            new ExportFields("/request/idempotency_key", "id", "action", "created"),
            "{\"id\":\"ch_1\",\"created\":1769850000,\"request\":{\"idempotency_key\":\"k/1\"}}");

    assertThat(effects).containsExactly(new Effect(1, "k/1", "ch_1", null, NINE));
  }

  @Test
  void readsCsvWithQuotesAndLineBreaks() throws IOException {
    List<Effect> effects =
        read(
            ExportFormat.CSV,
            ExportFields.DEFAULT,
            String.join(
                "\r\n",
                "\uFEFFreference,note,key",
                "ch_1,\"a \"\"big\"\" one, with",
                "a break\",k/1",
                "\"ch_2\",,k/2"));

    assertThat(effects)
        .containsExactly(
            new Effect(2, "k/1", "ch_1", null, null), new Effect(4, "k/2", "ch_2", null, null));
    assertThat(bad.count()).isZero();
  }

  @Test
  void tellsBadJsonLinesAndReadsOn() throws IOException {
    List<Effect> effects =
        read(
            ExportFormat.JSON,
            ExportFields.DEFAULT,
            """
            {"key":"k/1"}
            not json
            ["key"]
            {"key":"k/2","key":"k/3"}
            {"key":{"a":1}}
            {"action":"charge"}
            {"key":"k/4","at":"yesterday"}
            {"key":"k/5"
            {"key":"k/6"}
            """);

    assertThat(effects).extracting(Effect::key).containsExactly("k/1", "k/6");
    assertThat(bad.count()).isEqualTo(7);
    assertThat(bad.listed())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("line 2: not JSON"),
            line -> assertThat(line).isEqualTo("line 3: not a JSON object"),
            line -> assertThat(line).startsWith("line 4: not JSON: Duplicate field"),
            line -> assertThat(line).isEqualTo("line 5: 'key' is neither text nor number"),
            line -> assertThat(line).isEqualTo("line 6: neither key nor reference"),
            line -> assertThat(line).startsWith("line 7: the time 'yesterday'"),
            line -> assertThat(line).startsWith("line 8: not JSON"));
  }

  @Test
  void tellsBadCsvLinesAndReadsOn() throws IOException {
    List<Effect> effects =
        read(
            ExportFormat.CSV,
            ExportFields.DEFAULT,
            """
            key,reference
            k/1,ch_1,more
            k/2,"open
            k/3,ch_3
            k"4,ch_4"
            k/5,"ch"_5
            ,
            k/6,ch_6
            """);

    assertThat(effects).extracting(Effect::key).containsExactly("k/3", "k/6");
    assertThat(bad.listed())
        .containsExactly(
            "line 2: 3 fields, where the header has 2",
            "line 3: a quote is not closed",
            "line 5: a quote stands inside a field; quote the whole field and double the quote",
            "line 6: a quote stands inside a field; quote the whole field and double the quote",
            "line 7: neither key nor reference");
  }

  @Test
  void boundsLinesAndRefusesOtherEncodings() throws IOException {
    Path file = directory.resolve("export.jsonl");
    byte[] latin = "{\"key\":\"\u00fc\"}\n".getBytes(StandardCharsets.ISO_8859_1);
    Files.write(file, latin);
    Files.writeString(
        file,
        "{\"key\":\"" + "x".repeat(Export.MAX_LINE_BYTES) + "\"}\n{\"key\":\"k/3\"}",
        java.nio.file.StandardOpenOption.APPEND);
    List<Effect> effects = new ArrayList<>();

    new Export(file, ExportFormat.JSON, ExportFields.DEFAULT).read(effects::add, bad);

    assertThat(effects).extracting(Effect::line).containsExactly(3L);
    assertThat(bad.listed())
        .containsExactly("line 1: not UTF-8", "line 2: longer than 1048576 bytes");
  }

  @Test
  void countsAllBadLinesAndListsTheFirst() throws IOException {
    read(ExportFormat.JSON, ExportFields.DEFAULT, "x\n".repeat(12));

    assertThat(bad.count()).isEqualTo(12);
    assertThat(bad.listed()).hasSize(10);
  }

  @ParameterizedTest
  @CsvSource({
    "'a,b',has no column 'key'",
    "'key,key',has two columns 'key'",
    "'',has no header",
    "'\"open',has no header"
  })
  void refusesACsvWithoutItsColumns(String header, String message) {
    assertThatThrownBy(() -> read(ExportFormat.CSV, ExportFields.DEFAULT, header))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining(message);
  }

  @Test
  void refusesACsvWithoutANamedColumn() {
    assertThatThrownBy(
            () ->
                read(
                    ExportFormat.CSV,
                    new ExportFields("key", "charge_id", "action", "at"),
                    "key,chargeid\nk/1,ch_1"))
        .hasMessageContaining("has no column 'charge_id'")
        .hasMessageContaining("did you mean 'chargeid'?");
  }

  @Test
  void knowsTheFormatByTheName() {
    assertThat(ExportFormat.of(null, Path.of("a/charges.ndjson"))).isEqualTo(ExportFormat.JSON);
    assertThat(ExportFormat.of(null, Path.of("charges.CSV"))).isEqualTo(ExportFormat.CSV);
    assertThat(ExportFormat.of("csv", Path.of("charges.txt"))).isEqualTo(ExportFormat.CSV);
    assertThatThrownBy(() -> ExportFormat.of(null, Path.of("charges.txt")))
        .hasMessageContaining("--provider-log-format");
    assertThatThrownBy(() -> ExportFormat.of("xml", Path.of("charges.csv")))
        .hasMessageContaining("unknown format 'xml'");
  }

  private List<Effect> read(ExportFormat format, ExportFields fields, String text)
      throws IOException {
    List<Effect> effects = new ArrayList<>();
    Path file = Files.writeString(directory.resolve("export"), text);
    new Export(file, format, fields).read(effects::add, bad);
    return effects;
  }
}
