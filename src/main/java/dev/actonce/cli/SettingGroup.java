package dev.actonce.cli;

import java.util.Arrays;
import java.util.List;

/** Settings that help shows together. */
enum SettingGroup {
  /** Of single commands, beside their own options. */
  COMMAND(""),
  KAFKA("Kafka"),
  REGISTRY("Schema registry"),
  METRICS("Metrics"),
  LOG("Log");

  private final String heading;

  SettingGroup(String heading) {
    this.heading = heading;
  }

  /** Blank when they need none. */
  String heading() {
    return heading;
  }

  /** Its settings, in the order of their list. */
  List<Setting> settings() {
    return Arrays.stream(Setting.values()).filter(setting -> setting.group() == this).toList();
  }
}
