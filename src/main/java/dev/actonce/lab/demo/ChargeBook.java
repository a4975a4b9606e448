package dev.actonce.lab.demo;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    KEY_REUSED,
    /** The key's first request charged and was answered with an error, which is given again. */
    ERROR_REPLAYED
  }

  private final ChargeLog log;
  private final InstantSource clock;
  private final KeyBehaviour keys;
  private final Set<String> failedKeys = new HashSet<>();
  private final List<Charge> charges = new ArrayList<>();
  private final Map<String, Charge> byKey = new HashMap<>();

  ChargeBook(ChargeLog log, InstantSource clock, KeyBehaviour keys) {
    this.log = log;
    this.keys = keys;
    this.clock = clock;
    log.restored().forEach(this::add);
  }

  synchronized Booking book(@Nullable String key, ChargeRequest request) {
    Charge known = key == null ? null : honoured(key);
    if (known != null) {
      return new Booking(repeat(known, request), known);
    }
    String id = String.format("ch_%08d", charges.size() + 1);
    Charge charge = new Charge(id, key, request.purchase(), request.bodyHash(), clock.instant());
    log.append(charge);
    add(charge);
    return new Booking(Kind.CHARGED, charge);
  }

  /** The answer to a request that has just charged will be an error. */
  synchronized void failed(@Nullable String key) {
    if (key != null) {
      failedKeys.add(key);
    }
  }

  private @Nullable Charge honoured(String key) {
    Charge known = byKey.get(key);
    boolean forgotten =
        known != null
            && (!clock.instant().isBefore(known.at().plus(keys.life()))
                || (keys.errors() == KeyBehaviour.Errors.FORGOTTEN && failedKeys.contains(key)));
    if (forgotten) {
      failedKeys.remove(key);
      return null;
    }
    return known;
  }

  private Kind repeat(Charge known, ChargeRequest request) {
    if (keys.comparesBodies() && !known.bodyHash().equals(request.bodyHash())) {
      return Kind.KEY_REUSED;
    }
    boolean replaysError =
        keys.errors() == KeyBehaviour.Errors.REPLAYED && failedKeys.contains(known.key());
    return replaysError ? Kind.ERROR_REPLAYED : Kind.REPLAYED;
  }

  synchronized List<Charge> all() {
    return List.copyOf(charges);
  }

  synchronized List<Charge> ofKey(String key) {
    return charges.stream().filter(charge -> key.equals(charge.key())).toList();
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
