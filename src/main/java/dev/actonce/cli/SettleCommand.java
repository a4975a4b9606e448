package dev.actonce.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.actonce.client.operator.Doubts;
import dev.actonce.client.operator.OpenClaim;
import dev.actonce.client.operator.Operator;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.Durations;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.Settlement;
import dev.actonce.core.VisibleText;
import dev.actonce.core.outcome.OutcomeEvent;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code actonce settle}: ends a doubt with what a person found out. */
@Command(
    name = "settle",
    description = "Settle the unknown outcome of a key with what you found out at the provider.",
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Example:",
      "  actonce settle KEY --succeeded '{\"id\": \"ch_1\"}'",
      "  actonce settle KEY --not-executed --reason 'support confirms'"
    },
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:settled as you said",
      "1:nothing changed: the outcome is not unknown, or was settled otherwise meanwhile",
      "3:written, but no executor has applied it yet"
    })
final class SettleCommand implements Callable<Integer> {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  @Spec
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private CommandSpec spec;

  @Mixin private final ConnectionOptions connection = new ConnectionOptions();

  @Parameters(index = "0", paramLabel = "KEY", description = "As 'actonce unknown list' shows it.")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private String key;

  @ArgGroup(multiplicity = "1")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private Verdict verdict;

  /** Exactly one of the two. */
  static final class Verdict {
    @Option(
        names = "--succeeded",
        paramLabel = "JSON",
        required = true,
        description = "It happened, with this result; agents get it as the tool's answer.")
    @Nullable String succeeded;

    @Option(names = "--not-executed", required = true, description = "It surely did not happen.")
    boolean notExecuted;
  }

  @Option(
      names = "--reference",
      paramLabel = "TEXT",
      description = "The provider's reference, with --succeeded.")
  private @Nullable String reference;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "How you know; kept on the outcome. Required with --not-executed.")
  private @Nullable String reason;

  @Option(
      names = "--by",
      paramLabel = "NAME",
      description = "Who vouches for it; kept on the outcome. Default: your user name.")
  private @Nullable String by;

  @Option(
      names = "--claim",
      paramLabel = "ID",
      description = "Settle only if this claim is the live one.")
  private @Nullable String claimId;

  @Option(
      names = "--wait",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = "How long to wait for the final outcome. Default: 30s.")
  @SuppressWarnings("NullAway.Init") // Injected by picocli.
  private String wait;

  @Option(names = "--json", description = "Print the outcome as one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws InterruptedException {
    IdempotencyKey wanted = new IdempotencyKey(key);
    Duration limit =
        Durations.parse(wait)
            .orElseThrow(
                () -> invalid("--wait is '" + wait + "'; expected a duration such as 30s or 5m"));
    checkVerdict();
    Settings settings = connection.load();
    try (Operator operator = Clients.operator(settings)) {
      Doubts doubts = operator.doubts();
      Optional<OpenClaim> claim = doubts.find(wanted);
      Optional<String> objection = objection(wanted, claim);
      if (objection.isPresent()) {
        return nothingChanged(objection.get());
      }
      Settlement settlement = settlement(claim.orElseThrow());
      return show(settlement, doubts.settle(settlement, limit));
    }
  }

  private void checkVerdict() {
    if (verdict.notExecuted && (reason == null || reason.isBlank())) {
      throw invalid("--not-executed needs --reason: say how you know that it did not happen");
    }
    if (verdict.notExecuted && reference != null) {
      throw invalid("--reference names an effect, but --not-executed says that there is none");
    }
    if (by != null && by.isBlank()) {
      throw invalid("--by is blank; name the person who vouches, or leave it out");
    }
    if (verdict.succeeded != null && !isJson(verdict.succeeded)) {
      throw invalid(
          "the result after --succeeded is not JSON; quote it for the shell, such as"
              + " '{\"id\":\"ch_1\"}', or give null");
    }
  }

  private Optional<String> objection(IdempotencyKey wanted, Optional<OpenClaim> live) {
    if (live.isEmpty()) {
      return Optional.of(
          "key="
              + wanted
              + " is not open: no executor has a claim on it; 'actonce status KEY' shows its"
              + " outcome");
    }
    OpenClaim claim = live.get();
    if (claimId != null && !claimId.equals(claim.claimId())) {
      return Optional.of(
          "claim " + claimId + " is not the live one of key=" + wanted + ": " + claim.claimId());
    }
    return claim.state() == OpenClaim.State.UNKNOWN
        ? Optional.empty()
        : Optional.of(
            "key="
                + wanted
                + " has no unknown outcome: executor "
                + claim.progress().owner()
                + " has been performing it since "
                + claim.progress().claimedAt());
  }

  private Settlement settlement(OpenClaim claim) {
    return Settlement.of(
            claim.key(),
            claim.claimId(),
            verdict.notExecuted ? Settlement.Verdict.NOT_EXECUTED : Settlement.Verdict.SUCCEEDED,
            Settlement.Source.OPERATOR,
            by == null ? System.getProperty("user.name", "unknown") : by,
            InstantSource.system().instant())
        .ofGeneration(claim.generation())
        .withAnswer(verdict.succeeded, reference)
        .because(reason);
  }

  private int show(Settlement settlement, Optional<OutcomeEvent> end) {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    if (end.isEmpty()) {
      err.println(
          "actonce: the settlement is written, but the action has no final outcome within "
              + wait
              + ". If no executor runs, it is applied as soon as one does; one that runs may have"
              + " refused it, which its log says and actonce_settlements_refused_total counts. See"
              + " 'actonce unknown list' before you settle again");
      return 3;
    }
    out.println(json ? OutcomeText.json(end.get()) : OutcomeText.line(end.get()));
    String settledBy = end.get().history().settledBy();
    return settlement.signature().equals(settledBy)
        ? 0
        : nothingChanged("it was settled meanwhile by " + settledBy);
  }

  private int nothingChanged(String why) {
    spec.commandLine().getErr().println("actonce: nothing changed: " + VisibleText.of(why));
    return 1;
  }

  private static boolean isJson(String text) {
    try {
      return !JSON.readTree(text).isMissingNode();
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  private static ActOnceException invalid(String message) {
    return new ActOnceException(ErrorCode.INVALID_SETTING, message);
  }
}
