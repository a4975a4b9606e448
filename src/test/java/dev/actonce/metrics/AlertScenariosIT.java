package dev.actonce.metrics;

import dev.actonce.testing.Program;
import dev.actonce.testing.RuleFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Prometheus' own tool checks the rules, and plays hours in seconds. */
class AlertScenariosIT {
  @TempDir Path scratch;

  @BeforeEach
  void needsPromtool() {
    Program.assumeInstalled("promtool");
  }

  @Test
  void theRulesAreValid() {
    List<String> command = new ArrayList<>(List.of("promtool", "check", "rules"));
    RuleFiles.list(RuleFiles.DIRECTORY).forEach(file -> command.add(file.toString()));

    Program.run(scratch, Map.of(), command);
  }

  static Stream<Path> scenarios() {
    return RuleFiles.list(RuleFiles.TESTS).stream();
  }

  @ParameterizedTest
  @MethodSource("scenarios")
  void recordsAndAlertsAreWhatTheScenarioExpects(Path scenario) {
    Program.run(scratch, Map.of(), List.of("promtool", "test", "rules", scenario.toString()));
  }
}
