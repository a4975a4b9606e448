package dev.actonce.embedded;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import kafka.server.FaultHandlerFactory;
import org.apache.kafka.server.fault.FaultHandler;
import org.apache.kafka.server.fault.FaultHandlerException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the faults of an embedded broker. Kafka's own handler halts the JVM on a fatal fault; here
 * the broker stops and the host process lives. Thread-safe.
 */
final class BrokerFaultHandlers implements FaultHandlerFactory {
  private static final Logger LOG = LoggerFactory.getLogger(BrokerFaultHandlers.class);

  private final AtomicReference<Throwable> fatal = new AtomicReference<>();
  private final Runnable onFatal;

  /**
   * @param onFatal runs once, on a thread of its own, after the first fatal fault
   */
  BrokerFaultHandlers(Runnable onFatal) {
    this.onFatal = onFatal;
  }

  /** The first fatal fault. */
  Optional<Throwable> fatal() {
    return Optional.ofNullable(fatal.get());
  }

  @Override
  public FaultHandler build(String name, boolean isFatal, Runnable action) {
    return (message, cause) -> {
      action.run();
      FaultHandlerException fault = new FaultHandlerException(name + ": " + message, cause);
      if (!isFatal) {
        LOG.error("embedded broker fault in {}: {}", name, message, cause);
      } else if (fatal.compareAndSet(null, fault)) {
        LOG.error("embedded broker stops after a fatal fault in {}: {}", name, message, cause);
        Thread stopper = new Thread(onFatal, "actonce-broker-fault");
        stopper.setDaemon(true);
        stopper.start();
      }
      return fault;
    };
  }
}
