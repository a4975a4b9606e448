package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.execution.Claim;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What the claims topic says, and the only place that knows what its records mean. As the topic is
 * compacted, the newest record of a key is all that counts.
 *
 * <p>A record under {@link #positionKey} is where dispatch is to be read on. Any other one is a
 * claim under the key of its action, whatever that looks like, or the tombstone that ends it. What
 * is none of these is unreadable, and never passed over: it may be a claim of a later version. Not
 * thread-safe.
 */
public final class ClaimsTable {
  private static final String POSITION = "position"; // No idempotency key has this form.

  private final Codec<Claim> codec;
  private final UnaryOperator<Claim> kept;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<Integer, Long> positions = new HashMap<>();

  /** The newest record of a key. */
  public sealed interface Entry {
    /** Names each case, so that a new one breaks the build wherever they are told apart. */
    <T> T match(
        Function<? super Live, ? extends T> live,
        Function<? super Unreadable, ? extends T> unreadable);
  }

  /**
   * A claim without a tombstone.
   *
   * @param offset of its newest record
   */
  public record Live(Claim claim, long offset) implements Entry {
    @Override
    public <T> T match(
        Function<? super Live, ? extends T> live,
        Function<? super Unreadable, ? extends T> unreadable) {
      return live.apply(this);
    }
  }

  /**
   * A record that cannot be read.
   *
   * @param place {@code topic-partition@offset}
   */
  public record Unreadable(String place, ActOnceException fault) implements Entry {
    @Override
    public <T> T match(
        Function<? super Live, ? extends T> live,
        Function<? super Unreadable, ? extends T> unreadable) {
      return unreadable.apply(this);
    }
  }

  /**
   * @param kept what is kept of each claim; identity for all
   */
  public ClaimsTable(Codec<Claim> codec, UnaryOperator<Claim> kept) {
    this.codec = codec;
    this.kept = kept;
  }

  /** Record key of a partition's dispatch position. */
  public static byte[] positionKey() {
    return POSITION.getBytes(StandardCharsets.UTF_8);
  }

  /** Record value of a position: the next dispatch offset to claim. */
  public static byte[] position(long nextOffset) {
    return Long.toString(nextOffset).getBytes(StandardCharsets.UTF_8);
  }

  /** Takes the next record of a partition. */
  public void add(ConsumerRecord<byte[], byte[]> record) {
    String place = record.topic() + "-" + record.partition() + "@" + record.offset();
    byte @Nullable [] keyBytes = record.key();
    byte @Nullable [] value = record.value();
    if (keyBytes == null) {
      entries.put("no key at " + place, unreadable(place, "it has no key", null));
      return;
    }
    String key = new String(keyBytes, StandardCharsets.UTF_8);
    if (key.equals(POSITION)) {
      addPosition(record.partition(), value, place);
      return;
    }
    entries.remove(key); // The order is that of the newest records.
    if (value != null) {
      entries.put(key, claim(key, value, record.offset(), place));
    }
  }

  private void addPosition(int partition, byte @Nullable [] value, String place) {
    if (value == null) {
      return; // Nobody of ours writes it; the position before holds.
    }
    String key = POSITION + " of " + partition;
    entries.remove(key);
    try {
      positions.put(partition, Long.parseLong(new String(value, StandardCharsets.UTF_8)));
    } catch (NumberFormatException e) {
      entries.put(key, unreadable(place, "it is a position, but no number", e));
    }
  }

  private Entry claim(String key, byte[] value, long offset, String place) {
    Claim claim;
    try {
      claim = codec.decode(value);
    } catch (RuntimeException | StackOverflowError e) { // Whatever the bytes do to a decoder.
      return unreadable(place, String.valueOf(e.getMessage()), e);
    }
    return claim.key().value().equals(key)
        ? new Live(kept.apply(claim), offset)
        : unreadable(place, "it is of key " + claim.key(), null);
  }

  private static Unreadable unreadable(String place, String why, @Nullable Throwable cause) {
    return new Unreadable(place, new ActOnceException(ErrorCode.UNDECODABLE, why, cause));
  }

  /** Claims without a tombstone, oldest record first. */
  public Collection<Live> live() {
    return only(Optional::of, unreadable -> Optional.empty());
  }

  /** What cannot be read, oldest record first. */
  public List<Unreadable> unreadable() {
    return only(live -> Optional.empty(), Optional::of);
  }

  private <T> List<T> only(
      Function<Live, Optional<T>> live, Function<Unreadable, Optional<T>> unreadable) {
    return entries.values().stream()
        .map(entry -> entry.match(live, unreadable))
        .flatMap(Optional::stream)
        .toList();
  }

  /** The newest record of a key; empty if it has no claim, or had one that has ended. */
  public Optional<Entry> find(IdempotencyKey key) {
    return Optional.ofNullable(entries.get(key.value()));
  }

  /** The next dispatch offset of a partition to claim; 0 when none was ever written. */
  public long positionOf(int partition) {
    return positions.getOrDefault(partition, 0L);
  }
}
