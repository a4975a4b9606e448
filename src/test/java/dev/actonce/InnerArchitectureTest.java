package dev.actonce;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows inside the packages of the design's table, and that no arrows make a circle. */
class InnerArchitectureTest {
  private static final String CORE = "dev.actonce.core";
  private static final String KEY = "dev.actonce.core.key";
  private static final String OUTCOME = "dev.actonce.core.outcome";
  private static final String CATALOG = "dev.actonce.catalog";
  private static final String CLI = "dev.actonce.cli";
  private static final String LAB = "dev.actonce.lab";
  private static final String DEMO = "dev.actonce.lab.demo";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.actonce");

  /** The house that a package is in, the package, and the others of the house that it may use. */
  static Stream<Arguments> rows() {
    return Stream.of(
        row(CORE, CORE),
        row(CORE, KEY, CORE),
        row(CORE, OUTCOME, CORE),
        row(CORE, "dev.actonce.core.suspect", CORE),
        row(CORE, "dev.actonce.core.gate", CORE, KEY, OUTCOME),
        row(CORE, "dev.actonce.core.execution", CORE, OUTCOME),
        row(CORE, "dev.actonce.core.audit", CORE, OUTCOME),
        row(CATALOG, CATALOG),
        row(CATALOG, "dev.actonce.catalog.contract", CATALOG),
        row(CLI, CLI, "dev.actonce.cli.audit"),
        row(CLI, "dev.actonce.cli.audit"),
        row(LAB, LAB),
        row(LAB, DEMO, LAB),
        row(LAB, "dev.actonce.lab.demo.page", LAB, DEMO),
        row(LAB, "dev.actonce.lab.bench", LAB, DEMO),
        row(LAB, "dev.actonce.lab.chaos", LAB, DEMO),
        row(LAB, "dev.actonce.lab.restore", LAB));
  }

  private static Arguments row(String house, String owner, String... uses) {
    return Arguments.of(house, owner, List.of(uses));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void usesOnlyThePackagesOfItsRow(String house, String owner, List<String> uses) {
    onlyUses(house, owner, uses).check(MAIN);
  }

  @Test
  void noticesAForbiddenArrow() {
    assertThat(onlyUses(CORE, "dev.actonce.core.gate", List.of(CORE)).evaluate(MAIN).hasViolation())
        .isTrue();
  }

  @Test
  void hasARowForEveryPackageOfTheseHouses() {
    List<String> houses = List.of(CORE, CATALOG, CLI, LAB);
    assertThat(rows().map(row -> (String) row.get()[1]))
        .containsAll(
            MAIN.stream()
                .map(found -> found.getPackage().getName())
                .filter(
                    found ->
                        houses.stream().anyMatch(h -> found.equals(h) || found.startsWith(h + ".")))
                .distinct()
                .toList());
  }

  @Test
  void hasNoPackagesInACircle() {
    slices().matching("dev.actonce.(**)").should().beFreeOfCycles().check(MAIN);
  }

  /** Of the test kit the command line has its fault proxy only. */
  @Test
  void hasOfTheTestKitTheFaultProxyOnly() {
    noClasses()
        .that()
        .resideInAPackage("dev.actonce.cli..")
        .and()
        .doNotHaveSimpleName("FaultProxyCommand")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("dev.actonce.testkit..")
        .check(MAIN);
  }

  private static ArchRule onlyUses(String house, String owner, List<String> uses) {
    List<String> allowed = new ArrayList<>(uses);
    allowed.add(owner);
    return noClasses()
        .that()
        .resideInAPackage(owner)
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(house + "..")
                .and(resideOutsideOfPackages(allowed.toArray(String[]::new))))
        .as(owner + " uses of " + house + " only " + uses)
        .allowEmptyShould(true);
  }
}
