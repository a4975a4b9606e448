package dev.actonce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.testing.ApiListing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A change of what users compile against shows in the diff of a listing. After one that is meant,
 * {@code mvn test -Dtest=PublicApiTest -Dactonce.golden.write=true} writes the listing anew.
 */
class PublicApiTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden/public-api.txt");
  private static final String WRITE = "actonce.golden.write";

  private static final List<String> PACKAGES =
      List.of(
          "dev.actonce.catalog",
          "dev.actonce.catalog.contract",
          "dev.actonce.client",
          "dev.actonce.client.operator",
          "dev.actonce.config",
          "dev.actonce.core",
          "dev.actonce.core.execution",
          "dev.actonce.core.outcome",
          "dev.actonce.core.suspect",
          "dev.actonce.testkit",
          "dev.actonce.tool");

  /** Of packages that are internal but for these. */
  private static final List<String> TYPES =
      List.of("dev.actonce.wire.RegistrySettings", "dev.actonce.wire.WireFormat");

  @Test
  void isAsTheListingSays() throws IOException {
    String listing = ApiListing.of(PACKAGES, TYPES);
    if (Boolean.getBoolean(WRITE)) {
      Files.writeString(GOLDEN, listing);
    }

    assertThat(listing)
        .as(
            "the public API; if the change is meant, say so in CHANGELOG.md and write the listing"
                + " with: mvn test -Dtest=PublicApiTest -D%s=true",
            WRITE)
        .isEqualTo(Files.readString(GOLDEN));
  }
}
