package dev.actonce.catalog;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.ArrayList;
import java.util.List;

/**
 * A keyword of the validator that visits each member of a schema or of a value, and is charged for
 * that.
 *
 * @param keyword does the check
 * @param cost makes what it costs
 */
record MeteredKeyword(Keyword keyword, Cost.Factory cost) implements Keyword {
  /** Steps that one check of a value takes. */
  @FunctionalInterface
  interface Cost {
    /** Members that a step looks up. */
    int MEMBERS_PER_STEP = 8;

    /** Steps of a keyword that combines what others found. */
    int BASE = 32;

    long of(JsonNode value);

    /** Makes the cost of a keyword's value; parent is the schema in which it stands. */
    @FunctionalInterface
    interface Factory {
      Cost of(JsonNode demand, JsonNode parent);
    }

    /** Each member of the schema's list is looked up. */
    static Cost ofDemand(JsonNode demand, JsonNode parent) {
      long steps = demand.size() / MEMBERS_PER_STEP;
      return value -> value.isObject() ? steps : 0;
    }

    /** Each member of the value is looked at, and what was found about them before. */
    static Cost ofValue(JsonNode demand, JsonNode parent) {
      return value -> BASE + value.size() / MEMBERS_PER_STEP;
    }

    /** Each name of the value is matched with each of the parent's name patterns. */
    static Cost ofNames(JsonNode demand, JsonNode parent) {
      List<LinearPattern> patterns = new ArrayList<>();
      parent
          .path("patternProperties")
          .fieldNames()
          .forEachRemaining(name -> patterns.add(LinearPattern.compile(name)));
      return value -> {
        long work = 0;
        for (var member : value.properties()) {
          for (LinearPattern pattern : patterns) {
            work += pattern.work(member.getKey().length());
          }
        }
        return value.size() / MEMBERS_PER_STEP + work / MeteredContext.INSTRUCTIONS_PER_STEP;
      };
    }
  }

  @Override
  public String getValue() {
    return keyword.getValue();
  }

  @Override
  public KeywordValidator newValidator(
      SchemaLocation place, JsonNode demand, Schema parent, SchemaContext context)
      throws Exception {
    KeywordValidator check = keyword.newValidator(place, demand, parent, context);
    return new Metered(check, cost.of(demand, parent.getSchemaNode()));
  }

  private record Metered(KeywordValidator check, Cost cost) implements KeywordValidator {
    @Override
    public void validate(ExecutionContext context, JsonNode value, JsonNode root, NodePath place) {
      ((MeteredContext) context).charge(cost.of(value));
      check.validate(context, value, root, place);
    }

    @Override
    public void preloadSchema() throws SchemaException {
      check.preloadSchema();
    }

    @Override
    public String getKeyword() {
      return check.getKeyword();
    }

    @Override
    public SchemaLocation getSchemaLocation() {
      return check.getSchemaLocation();
    }
  }
}
