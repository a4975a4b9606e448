package dev.actonce.cli;

import dev.actonce.catalog.Catalog;
import dev.actonce.catalog.Tool;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.Scope;
import dev.actonce.core.VisibleText;
import dev.actonce.core.key.Derivation;
import dev.actonce.core.key.KeyDeriver;
import dev.actonce.core.key.KeyPart;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code actonce key}: explains how a key is derived. */
@Command(
    name = "key",
    description = "Show step by step how the key of an intent is derived. Needs no broker.",
    mixinStandardHelpOptions = true,
    footer = {"", "Example:", "  actonce key charge_card '{\"amount\": 149}' --intent-id inv-4471"})
final class KeyCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin
  private final SettingsOptions settings = new SettingsOptions(Setting.CATALOG, Setting.TENANT);

  @Mixin private final IntentOptions intent = new IntentOptions();

  @Option(
      names = {"-q", "--quiet"},
      description = "Print the key only.")
  private boolean quiet;

  @Override
  public Integer call() {
    Settings loaded = settings.load();
    Tool tool = Catalog.load(Path.of(loaded.require(Setting.CATALOG))).require(intent.action);
    Scope scope = new Scope(loaded.require(Setting.TENANT), intent.session, intent.run, null);
    String arguments = intent.arguments();
    Derivation derivation =
        KeyDeriver.derive(
            ActionIntent.of("explained", scope, intent.action, arguments)
                .withIntentId(intent.intentId)
                .withToolCallId(intent.toolCallId),
            tool.policy().key());
    Derivation.Derived derived =
        derivation.match(
            found -> found,
            none -> {
              throw new ActOnceException(
                  ErrorCode.INVALID_INTENT, none.code() + ": " + none.message());
            });
    PrintWriter out = spec.commandLine().getOut();
    if (quiet) {
      out.println(derived.key());
    } else {
      explain(out, tool, derived, arguments);
    }
    return 0;
  }

  private void explain(PrintWriter out, Tool tool, Derivation.Derived derived, String arguments) {
    out.println(
        "1. policy       key: " + tool.policy().key().choice() + VisibleText.of(identity(tool)));
    out.println(
        "2. kind         "
            + derived.kind()
            + ", remembered for "
            + tool.policy().horizon(derived.kind()).toSeconds()
            + " s since last seen");
    out.println("3. arguments    " + VisibleText.of(arguments.strip()));
    out.println("4. parts, each preceded by its length:");
    for (KeyPart part : derived.parts()) {
      out.printf(
          "   %-12s %s%n",
          part.name(), part.value() == null ? "(absent)" : VisibleText.of(part.value()));
    }
    out.println("5. fingerprint  " + derived.fingerprint());
    out.println("6. key          " + derived.key());
    out.println(
        "   never part of a key: run"
            + (intent.run == null ? "" : " (" + VisibleText.of(intent.run) + ")"));
  }

  private static String identity(Tool tool) {
    return tool.policy().key().identity().isEmpty()
        ? ", identity: all arguments"
        : ", identity: " + tool.policy().key().identity();
  }
}
