package dev.actonce.topology;

import dev.actonce.catalog.ArgumentSchema;
import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.gate.Screening;
import java.util.Optional;
import java.util.Set;

/** What the gate asks its catalog. Thread-safe. */
final class CatalogRules implements Screening.Rules {
  private static final ToolPolicy GONE = ToolPolicy.of("gone", SafetyClass.UNSAFE);

  private final Catalog catalog;
  private final Set<String> tenants;

  /**
   * @param tenants are counted by name
   * @throws dev.actonce.core.ActOnceException INVALID_SETTING if libraries are missing that check
   *     arguments
   */
  CatalogRules(Catalog catalog, Set<String> tenants) {
    catalog.tools().forEach(tool -> tool.arguments().ifPresent(ArgumentSchema::requireCheckable));
    this.catalog = catalog;
    this.tenants = tenants;
  }

  @Override
  public Optional<ToolPolicy> policy(String action) {
    return catalog.find(action).map(Tool::policy);
  }

  @Override
  public Optional<String> nearest(String action) {
    return catalog.nearest(action);
  }

  @Override
  public Optional<String> violation(String action, String arguments) {
    return catalog.require(action).arguments().flatMap(schema -> schema.validate(arguments));
  }

  /** As what it is counted; counters must not grow without bound. */
  Tally.Subject subject(String action, String tenant) {
    String known = catalog.find(action).isPresent() ? action : "";
    return new Tally.Subject(known, tenants.contains(tenant) ? tenant : "");
  }

  /** The policy of an action that ends; of a tool that left the catalog nothing is known. */
  ToolPolicy closingPolicy(String action) {
    return policy(action).orElse(GONE);
  }
}
