package dev.actonce.catalog;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.Keyword;
import java.util.List;
import java.util.Map;

/**
 * The drafts of JSON Schema with rules that are exact, linear in the value and metered. Checks run
 * in a {@link MeteredContext} only. Nothing is fetched, whatever a schema refers to.
 */
final class SchemaDialects {
  private static final List<RuleKeyword> RULES =
      List.of(
          new RuleKeyword("multipleOf", ValueRule::multipleOf),
          new RuleKeyword("minimum", ValueRule::minimum),
          new RuleKeyword("maximum", ValueRule::maximum),
          new RuleKeyword("exclusiveMinimum", ValueRule::exclusiveMinimum),
          new RuleKeyword("exclusiveMaximum", ValueRule::exclusiveMaximum),
          new RuleKeyword("const", ValueRule::constant),
          new RuleKeyword("enum", ValueRule::oneOf),
          new RuleKeyword("uniqueItems", ValueRule::uniqueItems),
          new RuleKeyword("pattern", ValueRule::pattern));

  private static final Map<String, MeteredKeyword.Cost.Factory> COSTS =
      Map.of(
          "properties", MeteredKeyword.Cost::ofDemand,
          "required", MeteredKeyword.Cost::ofDemand,
          "dependencies", MeteredKeyword.Cost::ofDemand,
          "dependentRequired", MeteredKeyword.Cost::ofDemand,
          "dependentSchemas", MeteredKeyword.Cost::ofDemand,
          "patternProperties", MeteredKeyword.Cost::ofNames,
          "additionalProperties", MeteredKeyword.Cost::ofNames,
          "unevaluatedProperties", MeteredKeyword.Cost::ofValue,
          "unevaluatedItems", MeteredKeyword.Cost::ofValue,
          "propertyNames", MeteredKeyword.Cost::ofValue);

  private SchemaDialects() {}

  /** A registry whose schemas are of 2020-12 unless they name another draft. */
  static SchemaRegistry registry() {
    List<Dialect> dialects =
        List.of(
                Dialects.getDraft202012(),
                Dialects.getDraft201909(),
                Dialects.getDraft7(),
                Dialects.getDraft6(),
                Dialects.getDraft4())
            .stream()
            .map(SchemaDialects::metered)
            .toList();
    return SchemaRegistry.builder()
        .defaultDialectId(DialectId.DRAFT_2020_12)
        .dialectRegistry(new BasicDialectRegistry(dialects))
        .schemaRegistryConfig(
            SchemaRegistryConfig.builder()
                .regularExpressionFactory(LinearPattern::compile)
                .preloadSchema(false)
                .build())
        .build();
  }

  private static Dialect metered(Dialect draft) {
    Dialect.Builder builder = Dialect.builder(draft);
    builder.formats(formats -> formats.replaceAll((name, format) -> new BoundedFormat(format)));
    Map<String, Keyword> keywords = draft.getKeywords();
    for (RuleKeyword rule : RULES) {
      if (keywords.containsKey(rule.name())) {
        builder.keyword(rule);
      }
    }
    COSTS.forEach(
        (name, cost) -> {
          Keyword keyword = keywords.get(name);
          if (keyword != null) {
            builder.keyword(new MeteredKeyword(keyword, cost));
          }
        });
    return builder.build();
  }
}
