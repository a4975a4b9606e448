package dev.actonce.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Spelling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rules of a {@link FaultProxy}, as YAML or JSON: a list of objects.
 *
 * <pre>{@code
 * - { fault: drop_response, contains: invoice-7 }
 * - { fault: delay, delay: 3s, times: 2, methods: [POST] }
 * - { fault: reset, share: 0.1, times: 1000 }
 * }</pre>
 *
 * <p>{@code fault} is one of {@link Fault} in lower case. Defaults: any text, the methods POST,
 * PUT, PATCH and DELETE, once, all of them.
 *
 * @param rules the first that matches a request and is not used up decides; may be empty
 */
public record FaultPlan(List<FaultRule> rules) {
  /** Nothing goes wrong. */
  public static final FaultPlan NONE = new FaultPlan(List.of());

  private static final int MAX_RULES = 1_000;
  private static final List<String> SETTINGS =
      List.of("fault", "contains", "methods", "times", "share", "delay");
  private static final Pattern DELAY = Pattern.compile("(\\d{1,6})(ms|s|m)");

  public FaultPlan {
    rules = List.copyOf(rules);
    if (rules.size() > MAX_RULES) {
      throw invalid("it has " + rules.size() + " rules; at most " + MAX_RULES + " are allowed");
    }
  }

  /**
   * Reads a plan.
   *
   * @throws ActOnceException INVALID_SETTING saying what is wrong, and the nearest valid name
   */
  public static FaultPlan parse(String text) {
    JsonNode list;
    try {
      list = new YAMLMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw invalid("it is neither YAML nor JSON (" + e.getOriginalMessage() + ")");
    }
    if (!list.isArray()) {
      throw invalid("it must be a list of rules, such as [{fault: drop_response}]");
    }
    List<FaultRule> rules = new ArrayList<>();
    list.forEach(rule -> rules.add(rule(rule)));
    return new FaultPlan(rules);
  }

  private static FaultRule rule(JsonNode rule) {
    if (!rule.isObject() || !rule.has("fault")) {
      throw invalid("each rule is an object with 'fault', got " + rule);
    }
    rule.fieldNames()
        .forEachRemaining(
            name -> {
              if (!SETTINGS.contains(name)) {
                throw invalid("no setting '" + name + "'; " + Spelling.advice(name, SETTINGS));
              }
            });
    Set<String> methods = new HashSet<>();
    rule.path("methods").forEach(method -> methods.add(method.asText().toUpperCase(Locale.ROOT)));
    return new FaultRule(
        fault(rule.get("fault").asText()),
        rule.path("contains").asText(""),
        methods.isEmpty() ? FaultRule.EFFECTS : methods,
        rule.path("times").asInt(1),
        rule.path("share").asDouble(1),
        rule.has("delay") ? delay(rule.get("delay").asText()) : Duration.ZERO);
  }

  private static Fault fault(String text) {
    List<String> names = Arrays.stream(Fault.values()).map(Fault::text).toList();
    if (!names.contains(text)) {
      throw invalid("no fault '" + text + "'; " + Spelling.advice(text, names));
    }
    return Fault.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static Duration delay(String text) {
    Matcher matcher = DELAY.matcher(text);
    if (!matcher.matches()) {
      throw invalid("the delay '" + text + "' is no time such as 500ms, 3s or 1m");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      default -> Duration.ofMinutes(amount);
    };
  }

  private static ActOnceException invalid(String reason) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING, "the fault plan cannot be used: " + reason);
  }
}
