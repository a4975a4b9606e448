package dev.actonce.lab.demo;

/**
 * What goes wrong at a provider, beyond lost answers. Called on the provider's threads, several at
 * once; a method that blocks holds its request.
 */
public interface ChargeFaults {
  /** Nothing goes wrong. */
  ChargeFaults NONE = new ChargeFaults() {};

  /** What becomes of a request. */
  enum Reception {
    ACCEPTED,
    /** Answered with 402; nothing is charged. */
    DECLINED
  }

  /** What becomes of an answer. */
  enum Delivery {
    ANSWERED,
    /** Answered with 500, although the charge is in the books. */
    ERROR
  }

  /** A request for a charge has arrived; nothing is booked yet. */
  default Reception received(Purchase purchase) {
    return Reception.ACCEPTED;
  }

  /** The charge is in the books; nothing is answered yet. */
  default Delivery booked(Purchase purchase) {
    return Delivery.ANSWERED;
  }
}
