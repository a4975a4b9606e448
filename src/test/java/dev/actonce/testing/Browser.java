package dev.actonce.testing;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * This machine's own Chromium, driven over its debugging protocol by Playwright, which runs on this
 * machine's Node and downloads nothing. Confined to the test thread.
 */
public final class Browser implements AutoCloseable {
  private static final List<String> QUIET =
      List.of(
          "--headless",
          "--no-sandbox", // For root, as on a build machine; it sees pages of this project only.
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");
  private static final double START_LIMIT_MS = 120_000;
  private static final double STEP_LIMIT_MS = 60_000;

  private final Playwright playwright;
  private final com.microsoft.playwright.Browser chromium;

  private Browser(Playwright playwright, com.microsoft.playwright.Browser chromium) {
    this.playwright = playwright;
    this.chromium = chromium;
  }

  /**
   * Starts one, or skips the calling test where it is missing; {@code ops/test-tools} installs it.
   */
  public static Browser openOrSkip() {
    Path chromium = requireOrSkip("chromium");
    Path node = requireOrSkip("node");
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1",
                        "PLAYWRIGHT_NODEJS_PATH",
                        node.toString())));
    try {
      return new Browser(
          playwright,
          playwright
              .chromium()
              .launch(
                  new BrowserType.LaunchOptions()
                      .setExecutablePath(chromium)
                      .setArgs(QUIET)
                      .setTimeout(START_LIMIT_MS)));
    } catch (RuntimeException e) {
      playwright.close();
      throw e;
    }
  }

  /** A page in a profile of its own. */
  public Page newPage() {
    Page page = chromium.newPage();
    page.setDefaultTimeout(STEP_LIMIT_MS);
    return page;
  }

  @Override
  public void close() {
    chromium.close();
    playwright.close();
  }

  private static Path requireOrSkip(String program) {
    Optional<Path> found =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(directory -> Path.of(directory, program))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), program + " is not installed; run ops/test-tools");
    return found.orElseThrow();
  }
}
