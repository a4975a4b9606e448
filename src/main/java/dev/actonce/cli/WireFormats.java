package dev.actonce.cli;

import dev.actonce.config.KafkaConfig;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.wire.RegistrySettings;
import dev.actonce.wire.RegistrySettings.Registration;
import dev.actonce.wire.WireFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes the wire format from settings. */
final class WireFormats {
  private static final List<Setting> SETTINGS =
      List.of(
          Setting.SCHEMA_REGISTRY_URL,
          Setting.SCHEMA_REGISTRY_CONFIG,
          Setting.SCHEMA_REGISTRY_AUTO_REGISTER,
          Setting.VALUE_SERIALIZER,
          Setting.VALUE_DESERIALIZER);

  private WireFormats() {}

  /**
   * The format that the settings name.
   *
   * @param usual what to do with a missing schema when the settings do not say
   * @throws ActOnceException INVALID_SETTING if they contradict each other
   */
  static WireFormat of(Settings settings, Registration usual) {
    Optional<String> url = settings.find(Setting.SCHEMA_REGISTRY_URL);
    Optional<String> serializer = settings.find(Setting.VALUE_SERIALIZER);
    Optional<String> deserializer = settings.find(Setting.VALUE_DESERIALIZER);
    Map<String, String> properties =
        settings
            .find(Setting.SCHEMA_REGISTRY_CONFIG)
            .map(file -> KafkaConfig.readClientProperties(Path.of(file)))
            .orElse(Map.of());
    Registration registration = registration(settings).orElse(usual);
    if (serializer.isPresent() || deserializer.isPresent()) {
      Map<String, String> all = new HashMap<>(properties);
      url.ifPresent(value -> all.putIfAbsent("schema.registry.url", value));
      all.putIfAbsent(
          "auto.register.schemas", Boolean.toString(registration == Registration.REGISTER));
      return WireFormat.own(serializer.orElse(""), deserializer.orElse(""), all);
    }
    if (url.isPresent()) {
      return WireFormat.registry(
          RegistrySettings.of(url.get()).withProperties(properties).withRegistration(registration));
    }
    if (!properties.isEmpty() || registration(settings).isPresent()) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "schema-registry-config and schema-registry-auto-register have no effect without"
              + " schema-registry-url; set it, or remove them");
    }
    return WireFormat.singleObject();
  }

  /** The flags that give another process of ours the same format. */
  static List<String> flags(Settings settings, Registration usual) {
    List<String> flags = new ArrayList<>();
    for (Setting setting : SETTINGS) {
      settings.find(setting).ifPresent(value -> flags.addAll(List.of(setting.flag(), value)));
    }
    if (!flags.isEmpty() && registration(settings).isEmpty()) {
      flags.add(Setting.SCHEMA_REGISTRY_AUTO_REGISTER.flag());
      flags.add(Boolean.toString(usual == Registration.REGISTER));
    }
    return List.copyOf(flags);
  }

  private static Optional<Registration> registration(Settings settings) {
    return settings
        .find(Setting.SCHEMA_REGISTRY_AUTO_REGISTER)
        .map(
            text ->
                switch (text) {
                  case "true" -> Registration.REGISTER;
                  case "false" -> Registration.LOOK_UP;
                  default ->
                      throw new ActOnceException(
                          ErrorCode.INVALID_SETTING,
                          "schema-registry-auto-register must be true or false, got '"
                              + text
                              + "'");
                });
  }
}
