package dev.actonce.fuzz;

import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * {@link FuzzIT} with as many records as one likes, of a seed that no other run has had: {@code mvn
 * -q -Pfuzz test -Dactonce.fuzz=10000000}. Prints its progress about every ten seconds, and deletes
 * what was read, so that the disk stays small.
 */
@EnabledIfSystemProperty(named = FuzzSoakTest.PROPERTY, matches = "[1-9][0-9]{0,9}")
class FuzzSoakTest {
  static final String PROPERTY = "actonce.fuzz";

  @Test
  void survivesAsManyHostileRecordsAsItIsTold() throws Exception {
    long seed = InstantSource.system().instant().toEpochMilli();

    FuzzReport report = Fuzz.of(Long.getLong(PROPERTY, 0), seed).run();

    System.out.println(report);
    FuzzBounds.check(report);
  }
}
