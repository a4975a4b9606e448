package dev.actonce.examples;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * A language model that says what it was told to, and keeps what its tools told it. Confined to the
 * test thread.
 */
final class ScriptedModel implements ChatModel {
  private final Deque<Supplier<AiMessage>> script = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();
  private int calls;

  /** Appends what it says next; each is asked for when it is its turn. */
  void plays(List<Supplier<AiMessage>> turns) {
    script.addAll(turns);
  }

  /** A call of a tool under an id that no call had before, as models do for a retry. */
  AiMessage call(String tool, String arguments) {
    return AiMessage.from(
        ToolExecutionRequest.builder()
            .id("call_" + ++calls)
            .name(tool)
            .arguments(arguments)
            .build());
  }

  /** The texts of all tool results so far, oldest first. */
  List<String> told() {
    return List.copyOf(told);
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    ChatMessage last = request.messages().get(request.messages().size() - 1);
    if (last instanceof ToolExecutionResultMessage result) {
      told.add(result.text());
    }
    return ChatResponse.builder().aiMessage(script.remove().get()).build();
  }
}
