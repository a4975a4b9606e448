package dev.actonce.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.actonce.catalog.Catalog;
import dev.actonce.client.ActOnceClient;
import dev.actonce.client.Latest;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.execution.ActionResult;
import dev.actonce.core.outcome.Advice;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.embedded.EmbeddedPipeline;
import dev.actonce.testing.CountingTarget;
import dev.actonce.testing.CountingTarget.Plan;
import dev.actonce.testing.LongRun;
import dev.actonce.tool.ActionCall;
import dev.actonce.tool.ActionHandler;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A LangChain4j agent whose model repeats its tool calls, on the whole pipeline. */
@LongRun
final class PaymentToolsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(8);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final String INV_7 =
      """
      {"invoice":"inv-7","customer_id":"c_812","amount":149,"currency":"EUR"}\
      """;

  private final ScriptedModel model = new ScriptedModel();
  private final List<CompletableFuture<OutcomeEvent>> late = new CopyOnWriteArrayList<>();

  /** An agent as its builder writes it. */
  interface Assistant {
    String chat(@MemoryId String conversation, @UserMessage String text);
  }

  @Test
  void chargesOnceHoweverOftenTheModelRetriesAfterATimeout() { // A01, A09
    SlowCard card = new SlowCard();
    try (EmbeddedPipeline pipeline = pipeline("safety: unsafe", Map.of("charge_card", card));
        ActOnceClient client = client(pipeline)) {
      Assistant assistant = assistant(client);
      model.plays(
          List.of(
              () -> model.call("chargeCard", INV_7),
              () -> {
                card.awaitCall();
                return model.call("chargeCard", INV_7.replace("149", "149.00"));
              },
              () -> AiMessage.from("It is pending.")));

      assertThat(assistant.chat("support-31", "Charge invoice inv-7.")).isEqualTo("It is pending.");
      assertThat(model.told())
          .containsExactly(
              "PENDING: " + Latest.PENDING_ADVICE, "IN_PROGRESS: " + Advice.IN_PROGRESS);

      card.answer();
      assertThat(late).hasSize(2).allSatisfy(PaymentToolsIT::assertEnds);
      OutcomeEvent first = late.get(0).join();
      assertThat(PaymentTools.toolResult(first))
          .isEqualTo("SUCCEEDED: " + Advice.SUCCEEDED + " {\"id\":\"ch_1\"}");
      assertThat(first.about().scope().session()).isEqualTo("support-31");
      assertThat(first.about().intentId()).isEqualTo("inv-7");
      assertThat(late.get(1).join().answer().result()).isEqualTo("{\"id\":\"ch_1\"}");

      model.plays(
          List.of(
              () -> model.call("chargeCard", INV_7), () -> AiMessage.from("It is paid: ch_1.")));
      assistant.chat("support-31", "Is it paid now?");
      assertThat(model.told().get(2))
          .isEqualTo("ALREADY_DONE: " + Advice.ALREADY_DONE + " {\"id\":\"ch_1\"}");
      assertThat(card.charged).hasSize(1);
    }
  }

  @Test
  void chargesOnceWhenTheAnswerIsLostAndTheModelDoesNotListen() {
    try (CountingTarget target = new CountingTarget();
        EmbeddedPipeline pipeline =
            pipeline(
                "safety: unsafe\n    http: { method: POST, url: %s, timeout: 30s }"
                    .formatted(target.url()),
                Map.of());
        ActOnceClient client = client(pipeline)) {
      model.plays(
          List.of(
              () -> model.call("chargeCard", INV_7.replace("inv-7", "inv-6")),
              () -> AiMessage.from("It is paid.")));
      // The first action takes longest; from then on a doubt is told within the patience.
      assistant(client, LIMIT).chat("support-32", "Charge invoice inv-6.");
      assertThat(model.told()).singleElement().asString().startsWith("SUCCEEDED: ");
      target.plan(Plan.EFFECT_THEN_DROP);
      model.plays(
          List.of(
              () -> model.call("chargeCard", INV_7),
              () -> model.call("chargeCard", INV_7),
              () -> AiMessage.from("A person will look at it.")));

      assistant(client).chat("support-32", "Charge invoice inv-7.");

      assertThat(model.told().subList(1, model.told().size()))
          .hasSize(2)
          .allSatisfy(
              text ->
                  assertThat(text).startsWith("UNKNOWN: " + Advice.unknown(SafetyClass.UNSAFE)));
      assertThat(target.requests()).isEqualTo(2);
      assertThat(target.effects()).isEqualTo(2);
    }
  }

  @Test
  void chargesEveryInvoiceOnItsOwn() {
    SlowCard card = new SlowCard();
    card.answer();
    try (EmbeddedPipeline pipeline = pipeline("safety: unsafe", Map.of("charge_card", card));
        ActOnceClient client = client(pipeline)) {
      model.plays(
          List.of(
              () -> model.call("chargeCard", INV_7),
              () -> model.call("chargeCard", INV_7.replace("inv-7", "inv-8")),
              () -> AiMessage.from("Both are paid.")));

      assistant(client, LIMIT).chat("support-33", "Charge inv-7 and inv-8.");

      assertThat(model.told())
          .hasSize(2)
          .allSatisfy(text -> assertThat(text).startsWith("SUCCEEDED: "));
      assertThat(card.charged).hasSize(2);
      assertThat(late).isEmpty();
    }
  }

  private static void assertEnds(CompletableFuture<OutcomeEvent> outcome) {
    assertThat(outcome).succeedsWithin(LIMIT);
  }

  private Assistant assistant(ActOnceClient client) {
    return assistant(client, PATIENCE);
  }

  private Assistant assistant(ActOnceClient client, Duration patience) {
    return AiServices.builder(Assistant.class)
        .chatModel(model)
        .chatMemoryProvider(conversation -> MessageWindowChatMemory.withMaxMessages(20))
        .tools(new PaymentTools(client, patience, (conversation, outcome) -> late.add(outcome)))
        .build();
  }

  private static EmbeddedPipeline pipeline(String tool, Map<String, ActionHandler> handlers) {
    String yaml =
        """
        tools:
          charge_card:
            identity: [customer_id, amount, currency]
            %s
        """
            .formatted(tool);
    return EmbeddedPipeline.startTemporary(
        0, Catalog.parse(yaml, "test"), handlers, EmbeddedPipeline.Options.DEFAULT);
  }

  private static ActOnceClient client(EmbeddedPipeline pipeline) {
    return ActOnceClient.builder()
        .bootstrapServers(pipeline.bootstrapServers())
        .tenant("acme")
        .build();
  }

  /** A card terminal that charges at once, and tells so when the test lets it. */
  private static final class SlowCard implements ActionHandler {
    private final CountDownLatch answers = new CountDownLatch(1);
    final List<String> charged = new CopyOnWriteArrayList<>();

    @Override
    public ActionResult execute(ActionCall call) throws InterruptedException {
      charged.add(call.arguments());
      if (!answers.await(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        throw new IllegalStateException("the test did not let the card answer");
      }
      return new ActionResult.Succeeded("{\"id\":\"ch_%d\"}".formatted(charged.size()), null);
    }

    void awaitCall() {
      await().atMost(LIMIT).until(() -> !charged.isEmpty());
    }

    void answer() {
      answers.countDown();
    }
  }
}
