package dev.actonce.kafka.doctor;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** The page of the doctor lists what the doctor looks at. */
class DoctorPageTest {
  @Test
  void listsEveryRule() throws IOException {
    String page = Files.readString(Path.of("src/site/markdown/doctor.md"));
    String table =
        Arrays.stream(Rule.values())
            .map(
                rule ->
                    "| `%s` | %s | %s | %s | %s |"
                        .formatted(
                            rule.id(), rule.severity(), rule.what(), rule.why(), rule.remedy()))
            .collect(
                joining(
                    "\n",
                    "| id | severity | what | why it matters | remedy |\n|---|---|---|---|---|\n",
                    ""));

    assertThat(page).contains("<!-- rules -->\n" + table + "\n<!-- end rules -->");
  }
}
