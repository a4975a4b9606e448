package dev.actonce.wire;

import dev.actonce.core.ActionIntent;
import dev.actonce.core.ApprovedAction;
import dev.actonce.core.Fingerprint;
import dev.actonce.core.IdempotencyKey;
import dev.actonce.core.KeyKind;
import dev.actonce.core.ReplyHash;
import dev.actonce.core.ReplyToken;
import dev.actonce.core.SafetyClass;
import dev.actonce.core.Scope;
import dev.actonce.core.Settlement;
import dev.actonce.core.execution.Claim;
import dev.actonce.core.gate.MemoryEntry;
import dev.actonce.core.gate.OpenEntry;
import dev.actonce.core.gate.Original;
import dev.actonce.core.gate.Seen;
import dev.actonce.core.outcome.DuplicateCause;
import dev.actonce.core.outcome.OutcomeEvent;
import dev.actonce.core.outcome.OutcomeStatus;
import dev.actonce.core.suspect.SuspectedDuplicate;
import dev.actonce.core.suspect.SuspectedDuplicate.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Values for the codecs: every optional part absent, every part set, or by chance. */
final class Samples {
  private static final String[] TEXTS = {
    "a", "{\"amount\":149}", "Zoë", "\uD83D\uDE00", "x".repeat(3_000), "line\nbreak\u0000"
  };

  private final Random random;
  private final double present;

  private Samples(long seed, double present) {
    this.random = new Random(seed);
    this.present = present;
  }

  static Samples bare() {
    return new Samples(1, 0);
  }

  static Samples full() {
    return new Samples(2, 1);
  }

  static Samples random(long seed) {
    return new Samples(seed, 0.5);
  }

  ActionIntent intent() {
    return ActionIntent.of(text(), scope(), text(), text())
        .withIntentId(maybeText())
        .withToolCallId(maybeText())
        .withIssuedAt(maybeInstant())
        .withDeadline(maybeInstant())
        .withMetadata(isPresent() ? Map.of("team", text(), "empty", "") : Map.of())
        .withReplyToken(ReplyToken.ofNullable(maybeText()));
  }

  ApprovedAction action() {
    return new ApprovedAction(
        key(), 1 + random.nextInt(9), kind(), new Fingerprint(text()), instant(), intent(), hash());
  }

  /** A claim as it is stored: a doubt that agents were not told is not. */
  Claim claim() {
    boolean told = isPresent();
    return new Claim(
        action(),
        text(),
        text(),
        new Claim.Terms(one(SafetyClass.values()), text()),
        told ? Claim.State.UNKNOWN : Claim.State.CLAIMED,
        new Claim.Progress(
            random.nextInt(100), random.nextInt(100), maybeText(), told ? instant() : null),
        instant(),
        random.nextLong());
  }

  Settlement settlement() {
    return new Settlement(
        key(),
        text(),
        isPresent() ? 1 + random.nextInt(9) : null,
        one(Settlement.Verdict.values()),
        maybeText(),
        maybeText(),
        one(Settlement.Source.values()),
        text(),
        maybeText(),
        instant());
  }

  OutcomeEvent outcome() {
    return new OutcomeEvent(
        isPresent() ? key() : null,
        random.nextInt(9),
        new OutcomeEvent.About(
            text(), maybeText(), text(), scope(), maybeText(), maybeText(), hash()),
        one(OutcomeStatus.values()),
        new OutcomeEvent.Answer(maybeText(), maybeText(), maybeText(), maybeText(), text()),
        new OutcomeEvent.History(
            random.nextInt(100),
            random.nextLong(),
            isPresent() ? one(DuplicateCause.values()) : null,
            maybeText(),
            maybeText(),
            maybeText(),
            maybeInstant(),
            maybeInstant()),
        instant(),
        one(OutcomeEvent.Publisher.values()));
  }

  SuspectedDuplicate suspect() {
    List<Sighting> sightings =
        Stream.generate(this::sighting).limit(1 + random.nextInt(3)).toList();
    return new SuspectedDuplicate(
        new Fingerprint(text()), text(), text(), sightings.size(), instant(), sightings);
  }

  private Sighting sighting() {
    return new Sighting(
        key(), text(), maybeText(), maybeText(), maybeText(), maybeText(), maybeText(), instant());
  }

  OpenEntry openEntry() {
    return new OpenEntry(
        original(instant()),
        seen(),
        isPresent() ? new OpenEntry.Waiter(text(), hash()) : null,
        isPresent() ? new OpenEntry.Doubt(maybeText(), maybeText(), random.nextInt(100)) : null);
  }

  MemoryEntry memoryEntry() {
    return new MemoryEntry(
        original(maybeInstant()),
        seen(),
        new MemoryEntry.Ending(
            random.nextBoolean(),
            maybeText(),
            maybeText(),
            maybeText(),
            random.nextInt(100),
            instant()));
  }

  private Original original(@Nullable Instant admittedAt) {
    return new Original(
        1 + random.nextInt(9),
        kind(),
        new Fingerprint(text()),
        text(),
        maybeText(),
        maybeText(),
        maybeText(),
        admittedAt);
  }

  private Seen seen() {
    return new Seen(instant(), random.nextLong());
  }

  private Scope scope() {
    return new Scope(text(), maybeText(), maybeText(), maybeText());
  }

  private ReplyHash hash() {
    return isPresent() ? new ReplyHash(text()) : ReplyHash.NONE;
  }

  private KeyKind kind() {
    return one(KeyKind.values());
  }

  private static IdempotencyKey key() {
    return new IdempotencyKey("v1." + "-_aZ9".repeat(8) + "xyz");
  }

  private String text() {
    return one(TEXTS);
  }

  private @Nullable String maybeText() {
    return isPresent() ? text() : null;
  }

  /** Milliseconds, the precision of the wire and of the broker. */
  private Instant instant() {
    return Instant.ofEpochMilli(random.nextLong(-1_000L, 4_000_000_000_000L));
  }

  private @Nullable Instant maybeInstant() {
    return isPresent() ? instant() : null;
  }

  private boolean isPresent() {
    return random.nextDouble() < present;
  }

  private <T> T one(T[] values) {
    return values[random.nextInt(values.length)];
  }
}
