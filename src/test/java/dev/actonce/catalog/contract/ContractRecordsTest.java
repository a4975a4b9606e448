package dev.actonce.catalog.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.catalog.Catalog;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContractRecordsTest {
  private static final String COMMAND = "mvn test -Dgroups=actonce-contract";
  private static final Catalog REQUIRED = catalog("pay: { safety: unsafe, contract: required }");

  @TempDir Path directory;

  @Test
  void readsWhatItWrote() {
    ContractRecord record = record("pay", hash(REQUIRED, "pay"));

    Path file = records().write(record);

    assertThat(file).hasFileName("pay.json");
    assertThat(records().find("pay")).contains(record);
    assertThat(directory).isDirectoryContaining(path -> path.equals(file));
    assertThat(directory.toFile().list()).hasSize(1);
  }

  @Test
  void replacesAnOlderRecord() {
    records().write(record("pay", "old"));
    records().write(record("pay", "new"));

    assertThat(records().find("pay").orElseThrow().policyHash()).isEqualTo("new");
  }

  @Test
  void letsToolsInWhoseRecordIsOfThisPolicy() {
    records().write(record("pay", hash(REQUIRED, "pay")));

    records().require(REQUIRED);
  }

  @Test
  void acceptsTheRecordThatWasMadeBeforeItWasRequired() {
    Catalog before = catalog("pay: { safety: unsafe }");
    records().write(record("pay", hash(before, "pay")));

    records().require(REQUIRED);
  }

  @Test
  void asksNothingOfToolsWithoutARequirementOrWithoutEffects() {
    records()
        .require(
            catalog("pay: { safety: unsafe }", "look: { safety: read_only, contract: required }"));
  }

  @Test
  void refusesAToolWithoutARecordAndTellsHowToMakeOne() {
    assertThatThrownBy(() -> records().require(REQUIRED))
        .isInstanceOfSatisfying(
            ActOnceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONTRACT_MISSING))
        .hasMessageContainingAll(
            "pay", "there is no record", directory.resolve("pay.json").toString(), COMMAND);
  }

  @Test
  void refusesTheRecordOfAnotherPolicy() {
    Catalog longer = catalog("pay: { safety: unsafe, window: 301s, contract: required }");
    records().write(record("pay", hash(REQUIRED, "pay")));

    assertThatThrownBy(() -> records().require(longer))
        .hasMessageContainingAll(
            hash(REQUIRED, "pay").substring(0, 12), hash(longer, "pay").substring(0, 12), COMMAND);
  }

  @Test
  void namesEveryRefusedTool() {
    Catalog two =
        catalog(
            "pay: { safety: unsafe, contract: required }",
            "mail: { safety: idempotent, contract: required }");

    assertThatThrownBy(() -> records().require(two)).hasMessageContainingAll("pay (", "mail (");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "{\"format\":2,\"tool\":\"pay\",\"policyHash\":\"HASH\",\"adapterVersion\":\"1\","
            + "\"rows\":[\"A\"],\"date\":\"2026-11-30\"}",
        "{\"format\":1,\"tool\":\"mail\",\"policyHash\":\"HASH\",\"adapterVersion\":\"1\","
            + "\"rows\":[\"A\"],\"date\":\"2026-11-30\"}",
        "{\"format\":1,\"tool\":\"pay\",\"policyHash\":\"HASH\",\"adapterVersion\":\"1\","
            + "\"rows\":[],\"date\":\"2026-11-30\"}",
        "{\"format\":1,\"tool\":\"pay\",\"policyHash\":\"HASH\",\"adapterVersion\":\"1\","
            + "\"rows\":[\"A\"],\"date\":\"30 Nov\"}",
        "{\"format\":1,\"tool\":\"pay\",\"policyHash\":\"HASH\",\"adapterVersion\":\"1\","
            + "\"rows\":[\"A\"],\"date\":\"2026-11-30\",\"more\":1}",
        "{\"format\":1,\"tool\":\"pay\",\"tool\":\"pay\",\"policyHash\":\"HASH\","
            + "\"adapterVersion\":\"1\",\"rows\":[\"A\"],\"date\":\"2026-11-30\"}"
      })
  void refusesWhatIsNoRecordOfTheTool(String text) throws IOException {
    Files.writeString(directory.resolve("pay.json"), text.replace("HASH", hash(REQUIRED, "pay")));

    assertThatThrownBy(() -> records().require(REQUIRED))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContainingAll("pay (", COMMAND);
  }

  @Test
  void refusesARecordThatCannotBeRead() throws IOException {
    Files.createDirectory(directory.resolve("pay.json"));

    assertThatThrownBy(() -> records().require(REQUIRED))
        .hasMessageContainingAll("it cannot be read", COMMAND);
  }

  @Test
  void keepsNamesOutOfTheFileSystemsWay() {
    assertThat(records().write(record("crm:pay", "hash"))).hasFileName("crm%3Apay.json");
    assertThat(records().find("crm:pay")).isPresent();
    for (String name : List.of("user-profile/update", "../out", "/etc/x", "..", ".", "_internal")) {
      Path file = records().write(record(name, "hash"));
      assertThat(file.getFileName()).hasToString(name.replace("/", "%2F") + ".json");
      assertThat(file.normalize()).isEqualTo(file);
      assertThat(records().find(name)).isPresent();
    }
  }

  @Test
  void liesBesideTheCatalog() {
    assertThat(ContractRecords.beside(Path.of("conf/tools.yaml")))
        .isEqualTo(Path.of("conf/contracts"));
    assertThat(ContractRecords.beside(Path.of("tools.yaml"))).isEqualTo(Path.of("contracts"));
  }

  private ContractRecords records() {
    return new ContractRecords(directory);
  }

  private static ContractRecord record(String tool, String hash) {
    return new ContractRecord(
        tool, hash, "1.2.0", List.of("RESPONSE_DROPPED", "BODY_CUT"), LocalDate.of(2026, 11, 30));
  }

  private static String hash(Catalog catalog, String tool) {
    return catalog.require(tool).policy().hash();
  }

  private static Catalog catalog(String... tools) {
    return Catalog.parse("tools:\n  " + String.join("\n  ", tools) + "\n", "test");
  }
}
