package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.core.SafetyClass;
import dev.actonce.core.ToolPolicy;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.execution.LookupResult;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import dev.actonce.tool.NotExecutedException;
import java.lang.reflect.Proxy;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of the answers and throws of handlers. */
class CallsTest {
  private final Lease lease = new Lease(Duration.ofSeconds(8), () -> 0);
  private final Calls calls =
      new Calls(4, lease, "test-handler", ExecutorListener.NONE, System::nanoTime);
  private final AtomicInteger invocations = new AtomicInteger();

  @AfterEach
  void stop() {
    calls.close();
  }

  @Test
  void takesAnSdksTimeoutForADoubtAndCallsOnce() { // X14
    ActionResult result =
        execute(
            call -> {
              invocations.incrementAndGet();
              throw new SocketTimeoutException("Read timed out");
            });

    assertThat(result)
        .isEqualTo(
            new ActionResult.Unknown("HANDLER_THREW", SocketTimeoutException.class.getName()));
    assertThat(invocations).hasValue(1);
  }

  @Test
  void takesEvenAnErrorForADoubt() {
    ActionResult result =
        execute(
            call -> {
              throw new StackOverflowError();
            });

    assertThat(result)
        .isEqualTo(new ActionResult.Unknown("HANDLER_THREW", StackOverflowError.class.getName()));
  }

  @Test
  void takesOnlyTheHandlersOwnWordForAProofThatNothingHappened() {
    ActionResult result =
        execute(
            call -> {
              throw new NotExecutedException("NO_ROUTE", "no route", ActionResult.Retry.LATER);
            });

    assertThat(result)
        .isEqualTo(new ActionResult.Failed("NO_ROUTE", "no route", ActionResult.Retry.LATER));
  }

  @Test
  @SuppressWarnings("NullAway") // As code that no checker has seen may do.
  void takesNullForADoubt() {
    assertThat(execute(call -> null))
        .isInstanceOfSatisfying(
            ActionResult.Unknown.class,
            unknown -> assertThat(unknown.code()).isEqualTo(ActionResult.NULL_ANSWER));
  }

  @Test
  void takesALookUpThatReturnsNullForNoProof() {
    lease.prove(0);
    calls.lookUp(
        Approvals.claim(Approvals.of("tool", "a")),
        new BoundTool(ToolPolicy.of("tool", SafetyClass.UNSAFE), new NullLookup()));
    await().until(calls::hasReturned);

    assertThat(((Returned.Lookup) calls.drain().get(0)).answer())
        .isInstanceOf(LookupResult.Inconclusive.class);
  }

  @Test
  void handsBackAnAnswerThoughItsListenerThrows() {
    ExecutorListener broken =
        (ExecutorListener)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExecutorListener.class},
                (proxy, method, arguments) -> {
                  throw new LinkageError(method.getName());
                });
    try (Calls deaf =
        new Calls(4, lease, "test-handler", new GuardedListener(broken), System::nanoTime)) {
      lease.prove(0);
      deaf.execute(
          Approvals.claim(Approvals.of("tool", "a")),
          new BoundTool(ToolPolicy.of("tool", SafetyClass.UNSAFE), call -> countedSuccess()));
      await().until(deaf::hasReturned);

      assertThat(((Returned.Result) deaf.drain().get(0)).answer())
          .isEqualTo(new ActionResult.Succeeded("{}", null));
    }
  }

  @Test
  void neverLeavesAClaimRunningWhateverItsThreadThrows() {
    try (Calls bare = new Calls(4, lease, "test-handler", new Throwing(), System::nanoTime)) {
      lease.prove(0);
      bare.execute(
          Approvals.claim(Approvals.of("tool", "a")),
          new BoundTool(ToolPolicy.of("tool", SafetyClass.UNSAFE), call -> countedSuccess()));
      await().until(bare::hasReturned);

      assertThat(((Returned.Result) bare.drain().get(0)).answer())
          .isInstanceOf(ActionResult.Unknown.class);
    }
  }

  private static final class Throwing implements ExecutorListener {
    @Override
    public void returned(Claim claim, ActionResult result, Duration took) {
      throw new IllegalStateException("a broken listener");
    }
  }

  private static final class NullLookup implements ActionHandler {
    @Override
    public ActionResult execute(ActionCall call) {
      throw new AssertionError("not to be called");
    }

    @Override
    @SuppressWarnings("NullAway") // As code that no checker has seen may do.
    public LookupResult lookUp(ActionCall call) {
      return null;
    }
  }

  @Test
  void callsNothingWithoutALease() { // X02, X06
    Returned returned = run(call -> countedSuccess(), LeaseState.LOST);

    assertThat(returned).isInstanceOf(Returned.NotCalled.class);
    assertThat(invocations).hasValue(0);
  }

  private enum LeaseState {
    HELD,
    LOST
  }

  private ActionResult countedSuccess() {
    invocations.incrementAndGet();
    return new ActionResult.Succeeded("{}", null);
  }

  private ActionResult execute(ActionHandler handler) {
    return ((Returned.Result) run(handler, LeaseState.HELD)).answer();
  }

  private Returned run(ActionHandler handler, LeaseState state) {
    if (state == LeaseState.HELD) {
      lease.prove(0);
    }
    Claim claim = Approvals.claim(Approvals.of("tool", "a"));
    calls.execute(claim, new BoundTool(ToolPolicy.of("tool", SafetyClass.UNSAFE), handler));
    await().until(calls::hasReturned);
    List<Returned> returned = calls.drain();
    assertThat(returned).hasSize(1);
    return returned.get(0);
  }
}
