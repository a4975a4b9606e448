/**
 * The SDK of agents: publish an intent, wait for its outcome, look up a status. May use {@code
 * core}, {@code catalog}, {@code config}, {@code kafka} and {@code wire}.
 *
 * <p>Reading order: {@link dev.actonce.client.ActOnceClient} hands an {@link
 * dev.actonce.client.Intent} to {@code IntentPublisher}, which registers a {@code PendingPublish}
 * before it sends; {@code OutcomeReader} follows the outcome partitions that anyone waits for;
 * {@code OutcomeMatcher} decides which events answer a publish.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.client;

import org.jspecify.annotations.NullMarked;
