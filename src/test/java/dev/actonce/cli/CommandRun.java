package dev.actonce.cli;

import dev.actonce.config.KafkaConfig;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;

/** One run of the command line inside the test. */
record CommandRun(int exitCode, String out, String err) {

  /** Runs a command of a pipeline. */
  static CommandRun of(KafkaConfig kafka, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(
        List.of(
            "--bootstrap-servers", kafka.bootstrapServers(),
            "--topic-prefix", kafka.topicPrefix()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = Main.commandLine(out, err).execute(all.toArray(String[]::new));
    return new CommandRun(exitCode, out.toString(), err.toString());
  }
}
