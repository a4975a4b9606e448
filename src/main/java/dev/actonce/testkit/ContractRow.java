package dev.actonce.testkit;

/**
 * The fault matrix: each row is one way in which an action is asked for more than once. The
 * constants' names are written into contract records, so they keep their meaning.
 */
public enum ContractRow {
  RESPONSE_DROPPED("the answer is dropped after the effect"),
  RESPONSE_DELAYED("the answer comes after the time-out"),
  BODY_CUT("the answer is cut in mid-body"),
  CONNECTION_RESET("the connection is reset after the effect"),
  SERVER_ERROR("a server error is answered after the effect"),
  PROCESS_KILLED("the executor's process is killed between effect and outcome"),
  DUPLICATE_DELIVERY("the same intent is delivered three times"),
  TWO_AGENTS("two agents ask for the same call at once"),
  REORDERED_ARGUMENTS("the retry orders its arguments otherwise"),
  EQUAL_NUMBERS("the retry writes its numbers otherwise: 149 and 149.0"),
  NEW_TOOL_CALL_ID("the retry has a new tool call id"),
  BEFORE_WINDOW_END("the retry comes 1 ms before the key is forgotten"),
  AT_WINDOW_END("the retry comes as the key is forgotten"),
  AFTER_WINDOW_END("the retry comes 1 ms after the key was forgotten"),
  PROVIDER_KEY_EXPIRED("the retry comes after the provider key's life"),
  OTHER_ARGUMENTS("other arguments are another action"),
  OTHER_NESTED_ARGUMENTS("other nested arguments are another action");

  private final String title;

  ContractRow(String title) {
    this.title = title;
  }

  /** What happens in this row, in words. */
  public String title() {
    return title;
  }
}
