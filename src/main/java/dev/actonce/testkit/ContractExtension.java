package dev.actonce.testkit;

import dev.actonce.catalog.Library;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.embedded.EmbeddedBroker;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/**
 * Gives a {@link ContractSuite} one invocation per row. The run is opened before the first of them
 * and closed by JUnit after the last; the broker is shared by all suites of a JUnit run.
 */
final class ContractExtension implements TestTemplateInvocationContextProvider {
  private static final Namespace NAMESPACE = Namespace.create(ContractExtension.class);

  @Override
  public boolean supportsTestTemplate(ExtensionContext context) {
    Class<?>[] parameters = context.getRequiredTestMethod().getParameterTypes();
    return parameters.length == 1 && parameters[0] == ContractCheck.class;
  }

  @Override
  public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(
      ExtensionContext context) {
    Library.require("the contract kit", Library.values());
    return Arrays.stream(ContractRow.values()).map(row -> new RowContext(row, context));
  }

  private static ContractRun run(ExtensionContext template, ExtensionContext invocation) {
    Store store = template.getStore(NAMESPACE);
    @Nullable ContractRun open = store.get(ContractRun.class, ContractRun.class);
    if (open != null) {
      return open;
    }
    @Nullable RuntimeException failure = store.get(RuntimeException.class, RuntimeException.class);
    if (failure != null) {
      throw failure; // Every row would fail to open again, only later.
    }
    try {
      ContractRun run = open(invocation, broker(template));
      store.put(ContractRun.class, run);
      return run;
    } catch (RuntimeException e) {
      store.put(RuntimeException.class, e);
      throw e;
    }
  }

  private static EmbeddedBroker broker(ExtensionContext template) {
    Store store = template.getRoot().getStore(NAMESPACE);
    @Nullable EmbeddedBroker open = store.get(EmbeddedBroker.class, EmbeddedBroker.class);
    if (open != null) {
      return open;
    }
    EmbeddedBroker broker = EmbeddedBroker.startTemporary(0);
    store.put(EmbeddedBroker.class, broker);
    return broker;
  }

  private static ContractRun open(ExtensionContext invocation, EmbeddedBroker broker) {
    Object instance = invocation.getRequiredTestInstance();
    if (!(instance instanceof ContractSuite suite)) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          instance.getClass().getName() + " must implement " + ContractSuite.class.getName());
    }
    ExactlyOnceContract settings = instance.getClass().getAnnotation(ExactlyOnceContract.class);
    return ContractRun.open(
        suite.contract(), broker, Path.of(settings == null ? "" : settings.record()));
  }

  /** One row. */
  private record RowContext(ContractRow row, ExtensionContext template)
      implements TestTemplateInvocationContext, ParameterResolver {
    @Override
    public String getDisplayName(int invocationIndex) {
      return row + ": " + row.title();
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
      return List.of(this);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == ContractCheck.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return new ContractCheck(row, () -> run(template, context));
    }
  }
}
