/**
 * ActOnce in one JVM: a real KRaft broker beside a gate's and an executor's node. May use every
 * package but {@code testkit}, {@code lab} and {@code cli}.
 *
 * <p>Reading order: {@link dev.actonce.embedded.EmbeddedPipeline} puts all together; {@link
 * dev.actonce.embedded.EmbeddedBroker} is one broker with a data directory; {@code KafkaNode}
 * starts Kafka's own parts with {@code BrokerSettings}; {@code BrokerFaultHandlers} is told what
 * fails in them.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.embedded;

import org.jspecify.annotations.NullMarked;
