package dev.actonce.lab.demo;

import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Intent;
import dev.actonce.client.Publication;
import dev.actonce.core.ActionIntent;
import dev.actonce.core.Scope;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The demo's agents publish through the SDK, as any Java agent would. */
public final class DemoPipeline implements Pipeline {
  private final ActOnceClient client;
  private final Runnable stop;

  /**
   * @param stop ends what was started for this pipeline, after the client is closed
   */
  public DemoPipeline(ActOnceClient client, Runnable stop) {
    this.client = client;
    this.stop = stop;
  }

  @Override
  public Pending publish(ActionIntent intent) {
    Scope scope = intent.scope();
    Intent.Builder builder =
        Intent.action(intent.action()).tenant(scope.tenant()).arguments(intent.arguments());
    set(scope.session(), builder::session);
    set(scope.run(), builder::run);
    set(scope.agent(), builder::agent);
    set(intent.intentId(), builder::intentId);
    set(intent.toolCallId(), builder::toolCallId);
    Publication publication = client.publish(builder.build());
    return new Pending(publication.requestId(), publication.finalOutcome());
  }

  private static void set(@Nullable String value, Consumer<String> setter) {
    if (value != null) {
      setter.accept(value);
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } finally {
      stop.run();
    }
  }
}
