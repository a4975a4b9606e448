package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.BaseKeywordValidator;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;

/**
 * A keyword that is a {@link ValueRule}.
 *
 * @param name in a schema
 * @param factory makes its rules
 */
record RuleKeyword(String name, ValueRule.Factory factory) implements Keyword {
  @Override
  public String getValue() {
    return name;
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation place, JsonNode demand, Schema parent, SchemaContext context) {
    ValueRule rule = factory.of(demand, parent.getSchemaNode());
    return new Check(this, rule, place, demand, parent, context);
  }

  private static final class Check extends BaseKeywordValidator {
    private final ValueRule rule;

    Check(
        Keyword keyword,
        ValueRule rule,
        SchemaLocation place,
        JsonNode demand,
        Schema parent,
        SchemaContext context) {
      super(keyword, demand, place, parent, context);
      this.rule = rule;
    }

    @Override
    public void validate(ExecutionContext check, JsonNode value, JsonNode root, NodePath place) {
      if (!rule.accepts(value, (MeteredContext) check)) {
        check.addError(
            error()
                .instanceLocation(place)
                .evaluationPath(check.getEvaluationPath())
                .locale(check.getExecutionConfig().getLocale())
                .arguments(getSchemaNode().asText())
                .build());
      }
    }
  }
}
