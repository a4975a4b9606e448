package dev.actonce.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.catalog.ArgumentSchema;
import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A catalog is refused with a reason, or its tools check any arguments: nothing else, in bounded
 * time. {@code -Dactonce.fuzz.seed=N} replays one seed.
 */
class CatalogFuzzTest {
  private static final int SEEDS = 1_500;
  private static final int ARGUMENTS = 8;
  private static final int MAX_FAULTS = 20;
  private static final int MAX_TEXT = 200;

  /** A check takes milliseconds; this is for a busy machine. */
  private static final long LIMIT_SECONDS = 20;

  private final ExecutorService thread =
      Executors.newCachedThreadPool(
          task -> {
            Thread started = new Thread(task, "catalog-fuzz");
            started.setDaemon(true);
            return started;
          });

  /** The validator logs each pattern that it refuses. */
  private final LogCount log = LogCount.silent();

  @AfterEach
  void stop() {
    log.close();
    thread.shutdownNow();
  }

  @Test
  void refusesACatalogOrChecksAnyArguments() throws InterruptedException {
    Long only = Long.getLong("actonce.fuzz.seed");
    long first = only == null ? 1 : only;
    long last = only == null ? SEEDS : only;
    Map<String, String> faults = new LinkedHashMap<>();
    int loaded = 0;
    for (long seed = first; seed <= last && faults.size() < MAX_FAULTS; seed++) {
      loaded += isLoadedWithinTime(seed, faults) ? 1 : 0;
    }

    assertThat(faults.values()).isEmpty();
    if (only == null) {
      assertThat(loaded).as("catalogs that could be loaded").isBetween(SEEDS / 20, SEEDS);
    }
  }

  /** Notes one seed for each kind of fault. */
  private boolean isLoadedWithinTime(long seed, Map<String, String> faults)
      throws InterruptedException {
    Future<Boolean> result = thread.submit(() -> isLoaded(seed));
    try {
      return result.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      Throwable fault = Objects.requireNonNullElse(e.getCause(), e);
      String kind = fault.getClass() + place(fault);
      faults.putIfAbsent(kind, replay(seed) + ": " + shortened(fault) + place(fault));
    } catch (TimeoutException e) {
      faults.putIfAbsent("slow " + seed, replay(seed) + ": not done in " + LIMIT_SECONDS + " s");
    }
    return false;
  }

  private static String shortened(Throwable fault) {
    String text = String.valueOf(fault);
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "..." : text;
  }

  private static String place(Throwable fault) {
    StackTraceElement[] frames = fault.getStackTrace();
    return frames.length == 0 ? "" : " at " + frames[0].getClassName();
  }

  private static String replay(long seed) {
    return "replay with: mvn -q test -Dtest=CatalogFuzzTest -Dactonce.fuzz.seed=" + seed;
  }

  private static boolean isLoaded(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Catalog catalog;
    try {
      catalog = Catalog.parse(HostileCatalog.of(random), "fuzz");
    } catch (ActOnceException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CATALOG);
      assertThat(e.getMessage()).isNotBlank();
      return false;
    }
    List<ArgumentSchema> schemas =
        catalog.tools().stream().map(Tool::arguments).flatMap(Optional::stream).toList();
    for (int i = 0; i < ARGUMENTS; i++) {
      String arguments =
          i % 2 == 0 ? HostileArguments.bait(random) : HostileArguments.hostile(random);
      schemas.forEach(schema -> assertThat(schema.validate(arguments)).isNotNull());
    }
    return true;
  }
}
