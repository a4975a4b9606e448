package dev.actonce;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.actonce.executor.ExecutorApp;
import dev.actonce.topology.GateApp;
import dev.actonce.topology.SuspectsApp;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows between packages, as the design's package table draws them. */
class ArchitectureTest {
  private static final String PROJECT = "dev.actonce..";
  private static final String CORE = "dev.actonce.core..";
  private static final String CATALOG = "dev.actonce.catalog..";
  private static final String CONFIG = "dev.actonce.config..";
  private static final String WIRE = "dev.actonce.wire..";
  private static final String GENERATED = "dev.actonce.wire.avro..";
  private static final String KAFKA = "dev.actonce.kafka..";
  private static final String DOCTOR = "dev.actonce.kafka.doctor..";
  private static final String METRICS = "dev.actonce.metrics..";
  private static final String TOOL = "dev.actonce.tool..";
  private static final String CLIENT = "dev.actonce.client..";
  private static final String OPERATOR = "dev.actonce.client.operator..";
  private static final String TOPOLOGY = "dev.actonce.topology..";
  private static final String EXECUTOR = "dev.actonce.executor..";
  private static final String NODE = "dev.actonce.node..";
  private static final String EMBEDDED = "dev.actonce.embedded..";
  private static final String TESTKIT = "dev.actonce.testkit..";
  private static final String LAB = "dev.actonce.lab..";
  private static final String CLI = "dev.actonce.cli..";

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.actonce");

  /** Package, then the other project packages that it may use; architecture.md shows it. */
  static Stream<Arguments> table() {
    return Stream.of(
        row(CORE),
        row(CATALOG, CORE),
        row(CONFIG, CORE),
        row(WIRE, CORE),
        row(KAFKA, CORE, CONFIG),
        row(DOCTOR, CORE, CONFIG, KAFKA),
        row(METRICS, CORE),
        row(TOOL, CORE, CATALOG),
        row(CLIENT, CORE, CATALOG, CONFIG, KAFKA, WIRE),
        row(OPERATOR, CORE, CONFIG, KAFKA, WIRE, CLIENT),
        row(TOPOLOGY, CORE, CATALOG, CONFIG, KAFKA, WIRE, METRICS),
        row(EXECUTOR, CORE, CATALOG, CONFIG, KAFKA, WIRE, METRICS, TOOL),
        row(NODE, CORE, CATALOG, CONFIG, KAFKA, WIRE, METRICS, TOOL, CLIENT, TOPOLOGY, EXECUTOR),
        row(
            EMBEDDED, CORE, CATALOG, CONFIG, KAFKA, WIRE, METRICS, TOOL, CLIENT, TOPOLOGY, EXECUTOR,
            NODE),
        row(
            TESTKIT, CORE, CATALOG, CONFIG, KAFKA, WIRE, METRICS, TOOL, CLIENT, TOPOLOGY, EXECUTOR,
            NODE, EMBEDDED),
        row(
            LAB, CORE, CATALOG, CONFIG, KAFKA, WIRE, METRICS, TOOL, CLIENT, TOPOLOGY, EXECUTOR,
            NODE, EMBEDDED),
        row(
            CLI, CORE, CATALOG, CONFIG, KAFKA, WIRE, METRICS, TOOL, CLIENT, TOPOLOGY, EXECUTOR,
            NODE, EMBEDDED, TESTKIT, LAB));
  }

  private static Arguments row(String owner, String... uses) {
    return Arguments.of(owner, List.of(uses));
  }

  @ParameterizedTest
  @MethodSource("table")
  void usesOnlyThePackagesOfItsRow(String owner, List<String> uses) {
    onlyUses(owner, uses).check(MAIN);
  }

  /** Who looks after a pipeline builds on what everybody shares, not the other way round. */
  @Test
  void keepsDoctorAndOperatorsOutOfWhatTheyBuildOn() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.actonce.kafka", "dev.actonce.client")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(DOCTOR, OPERATOR)
        .check(MAIN);
  }

  @Test
  void noticesAForbiddenArrow() {
    assertThat(onlyUses(WIRE, List.of()).evaluate(MAIN).hasViolation()).isTrue();
  }

  @Test
  void putsEveryClassIntoAPackageOfTheTable() {
    classes()
        .that()
        .resideInAPackage(PROJECT)
        .should()
        .resideInAnyPackage(
            "dev.actonce",
            CORE,
            CATALOG,
            CONFIG,
            WIRE,
            KAFKA,
            METRICS,
            TOOL,
            CLIENT,
            TOPOLOGY,
            EXECUTOR,
            NODE,
            EMBEDDED,
            TESTKIT,
            LAB,
            CLI)
        .check(MAIN);
  }

  @Test
  void keepsTheCorePure() {
    classes()
        .that()
        .resideInAPackage(CORE)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify.annotations..", CORE)
        .check(MAIN);
  }

  @Test
  void keepsClockAndChanceOutOfTheCore() {
    noClasses()
        .that()
        .resideInAPackage(CORE)
        .should()
        .callMethod(java.time.Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Math.class, "random")
        .orShould()
        .callMethod(java.util.UUID.class, "randomUUID")
        .orShould()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.util.Random")
        .check(MAIN);
  }

  @Test
  void couplesClientGateAndExecutorByTopicsOnly() {
    noClasses()
        .that()
        .resideInAPackage(CLIENT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(TOPOLOGY, EXECUTOR)
        .allowEmptyShould(true)
        .check(MAIN);
    noClasses()
        .that()
        .resideInAPackage(TOPOLOGY)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(CLIENT, EXECUTOR)
        .allowEmptyShould(true)
        .check(MAIN);
    noClasses()
        .that()
        .resideInAPackage(EXECUTOR)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(CLIENT, TOPOLOGY)
        .allowEmptyShould(true)
        .check(MAIN);
  }

  /** The command {@code fault-proxy} is the kit for other languages. */
  @Test
  void keepsTheTestKitOutOfProduction() {
    noClasses()
        .that()
        .resideOutsideOfPackages(TESTKIT, CLI)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(TESTKIT)
        .check(MAIN);
  }

  /** So each start is checked, and what was opened for it is closed. */
  @Test
  void composesGatesAndExecutorsInTheirNodesOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(NODE, TOPOLOGY, EXECUTOR)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(GateApp.class, SuspectsApp.class, ExecutorApp.class)
        .check(MAIN);
  }

  @Test
  void needsNoEmbeddedBrokerForTheCommandsOfProduction() {
    noClasses()
        .that()
        .haveNameMatching("dev\\.actonce\\.cli\\.(Gate|Executor)Command|.*\\.(Service|WireFormats)")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(EMBEDDED)
        .check(MAIN);
  }

  @Test
  void needsJUnitInTheTestKitOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(TESTKIT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.junit..", "org.opentest4j..")
        .check(MAIN);
  }

  @Test
  void usesGeneratedClassesInWireOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackage(WIRE)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(GENERATED)
        .check(MAIN);
  }

  @Test
  void exitsAndPrintsInCliOnly() {
    noClasses()
        .that()
        .resideOutsideOfPackages(CLI, LAB)
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .check(MAIN);
  }

  /**
   * Whatever is printed passes the one writer that makes it visible, which {@code Main} puts before
   * the streams. The demo's progress line rewrites itself and holds no values; the runner reads
   * what its children print.
   */
  @Test
  void printsVisibleTextOnly() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("dev.actonce.cli.Main")
        .and()
        .doNotHaveFullyQualifiedName("dev.actonce.cli.FullHeap") // One text of its own.
        .and()
        .doNotHaveFullyQualifiedName("dev.actonce.lab.demo.Progress")
        .and()
        .doNotHaveFullyQualifiedName("dev.actonce.lab.chaos.ChildMain")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace")
        .orShould()
        .callMethod(Throwable.class, "printStackTrace", PrintWriter.class)
        .orShould()
        .callMethod(Throwable.class, "printStackTrace", PrintStream.class)
        .check(MAIN);
  }

  @Test
  void logsThroughSlf4jOnly() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.util.logging..", "org.apache.log4j..", "org.apache.logging..")
        .check(MAIN);
  }

  @Test
  void namesNoPackageLikeTheProjectsOwnRoot() {
    noClasses().should().resideInAPackage("dev.actonce.dev..").check(MAIN);
  }

  @Test
  void marksEveryPackageAgainstNulls() {
    List<String> unmarked = new ArrayList<>();
    for (JavaPackage found : packagesOf(MAIN)) {
      if (!found.isAnnotatedWith(NullMarked.class)) {
        unmarked.add(found.getName());
      }
    }

    assertThat(unmarked).isEmpty();
  }

  private static List<JavaPackage> packagesOf(JavaClasses classes) {
    return classes.stream()
        .map(JavaClass::getPackage)
        .filter(found -> !found.getName().startsWith("dev.actonce.wire.avro"))
        .distinct()
        .toList();
  }

  /** A package without classes yet fulfils its row; one with classes is held to it. */
  private static ArchRule onlyUses(String owner, List<String> uses) {
    List<String> allowed = new ArrayList<>(uses);
    allowed.add(owner);
    String[] packages = allowed.toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(owner)
        .should()
        .dependOnClassesThat(resideInAnyPackage(PROJECT).and(resideOutsideOfPackages(packages)))
        .as(owner + " uses only " + uses)
        .allowEmptyShould(true);
  }
}
