package dev.actonce.client;

/** A listener's registration. Thread-safe. */
public interface Subscription extends AutoCloseable {
  /**
   * Ends the registration. A call of the listener that already runs ends by itself; no further one
   * starts. Does nothing when closed already.
   */
  @Override
  void close();
}
