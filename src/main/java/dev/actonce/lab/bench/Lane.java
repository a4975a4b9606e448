package dev.actonce.lab.bench;

/** Something that takes records and gives each back at its end: a pipeline, or Kafka alone. */
interface Lane extends AutoCloseable {
  /** From now on, what comes out lands here. */
  void landAt(Flights flights);

  /**
   * Sends one more, without waiting for it. A failure later on is told to the flights.
   *
   * @param flight its number, unique in this lane
   */
  void send(long flight);

  /** Lets what was sent leave now, instead of with what comes within the next moment. */
  void flush();

  @Override
  void close();
}
