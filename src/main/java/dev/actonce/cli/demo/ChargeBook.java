package dev.actonce.cli.demo;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Commits charges: a key charges once, a request without a key charges every time. Holds all
 * charges in memory, as a demo may. Thread-safe; one lock around look and commit is the whole
 * exclusion.
 */
final class ChargeBook {
  /** What a request led to; {@code charge} is the new one, or the one that its key had made. */
  record Booking(Kind kind, Charge charge) {}

  /** Kinds of bookings. */
  enum Kind {
    CHARGED,
    REPLAYED,
    /** The key was used before with another body; nothing was charged now. */
    KEY_REUSED
  }

  private final ChargeLog log;
  private final InstantSource clock;
  private final List<Charge> charges = new ArrayList<>();
  private final Map<String, Charge> byKey = new HashMap<>();

  ChargeBook(ChargeLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
    log.restored().forEach(this::add);
  }

  synchronized Booking book(@Nullable String key, ChargeRequest request) {
    Charge known = key == null ? null : byKey.get(key);
    if (known != null) {
      boolean same = known.bodyHash().equals(request.bodyHash());
      return new Booking(same ? Kind.REPLAYED : Kind.KEY_REUSED, known);
    }
    String id = String.format("ch_%08d", charges.size() + 1);
    Charge charge = new Charge(id, key, request.purchase(), request.bodyHash(), clock.instant());
    log.append(charge);
    add(charge);
    return new Booking(Kind.CHARGED, charge);
  }

  synchronized List<Charge> all() {
    return List.copyOf(charges);
  }

  synchronized List<Charge> ofKey(String key) {
    Charge charge = byKey.get(key);
    return charge == null ? List.of() : List.of(charge);
  }

  synchronized List<Charge> ofInvoice(String invoice) {
    return charges.stream().filter(c -> invoice.equals(c.purchase().invoice())).toList();
  }

  synchronized int size() {
    return charges.size();
  }

  private void add(Charge charge) {
    charges.add(charge);
    String key = charge.key();
    if (key != null) {
      byKey.put(key, charge);
    }
  }
}
