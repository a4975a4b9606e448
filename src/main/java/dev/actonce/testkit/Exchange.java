package dev.actonce.testkit;

/**
 * One request that a {@link FaultProxy} saw, and what became of it.
 *
 * @param request its first line, such as {@code POST /charges}
 * @param answer the target's answer: HTTP status, or the start of its first line; empty if the
 *     target never saw the request or did not answer
 * @param fault what the proxy did
 */
public record Exchange(String request, String answer, Fault fault) {
  @Override
  public String toString() {
    String outcome = answer.isEmpty() ? "no answer" : answer;
    return fault == Fault.PASS
        ? request + " -> " + outcome
        : request + " -> " + outcome + " (" + fault.text() + ")";
  }
}
