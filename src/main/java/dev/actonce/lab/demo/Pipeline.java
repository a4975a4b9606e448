package dev.actonce.lab.demo;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.outcome.OutcomeEvent;
import java.util.concurrent.CompletionStage;

/**
 * What the demo needs of ActOnce: publish an intent and be told its final outcome. Thread-safe.
 * Closing it stops everything that was started for it.
 */
public interface Pipeline extends AutoCloseable {

  /**
   * Publishes an intent.
   *
   * @throws dev.actonce.core.ActOnceException of category RETRYABLE if publishing again may help;
   *     the demo then does, because that is always safe
   */
  Pending publish(ActionIntent intent);

  @Override
  void close();

  /**
   * A publish that waits for its outcome.
   *
   * @param requestId identifies the publish on the outcomes topic
   * @param outcome completes with the first final event that answers this publish: its own, or that
   *     of the publish it duplicates; exceptionally when there will be none
   */
  record Pending(String requestId, CompletionStage<OutcomeEvent> outcome) {}
}
