package dev.actonce.lab.demo;

import dev.actonce.catalog.Catalog;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** The demo's tool catalog: {@code charge_card}, performed by a {@link PaymentProvider}. */
public final class DemoCatalog {
  /** The one tool. */
  public static final String ACTION = "charge_card";

  private static final String RESOURCE = "tools.yaml";
  private static final String PLACEHOLDER = "${charges_url}";

  private DemoCatalog() {}

  /** The text of a {@code tools.yaml} for a provider at this address. */
  public static String yaml(URI charges) {
    try (InputStream resource = DemoCatalog.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IllegalStateException("the resource " + RESOURCE + " is missing in the jar");
      }
      String template = new String(resource.readAllBytes(), StandardCharsets.UTF_8);
      return template.replace(PLACEHOLDER, charges.toString());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + RESOURCE, e);
    }
  }

  /** The catalog for a provider at this address. */
  public static Catalog of(URI charges) {
    return Catalog.parse(yaml(charges), "demo " + RESOURCE);
  }
}
