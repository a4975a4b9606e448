package dev.actonce.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value survives its codec. */
class CodecsTest {
  private static final int RANDOM_VALUES = 500;
  private static final Codecs CODECS = new Codecs();

  /** A codec with its values. */
  record Trip<T>(String name, Codec<T> codec, Function<Samples, T> sample) {
    void assertSurvives(Samples samples) {
      T value = sample.apply(samples);
      assertThat(codec.decode(codec.encode(value))).isEqualTo(value);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Trip<?>> codecs() {
    return Stream.of(
        new Trip<>("intents", CODECS.intents(), Samples::intent),
        new Trip<>("actions", CODECS.actions(), Samples::action),
        new Trip<>("claims", CODECS.claims(), Samples::claim),
        new Trip<>("settlements", CODECS.settlements(), Samples::settlement),
        new Trip<>("outcomes", CODECS.outcomes(), Samples::outcome),
        new Trip<>("open entries", CODECS.openEntries(), Samples::openEntry),
        new Trip<>("memory entries", CODECS.memoryEntries(), Samples::memoryEntry));
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void carriesAValueWithoutItsOptionalParts(Trip<?> trip) {
    trip.assertSurvives(Samples.bare());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void carriesAValueWithAllItsParts(Trip<?> trip) {
    trip.assertSurvives(Samples.full());
  }

  @ParameterizedTest
  @MethodSource("codecs")
  void carriesRandomValues(Trip<?> trip) {
    for (long seed = 0; seed < RANDOM_VALUES; seed++) {
      trip.assertSurvives(Samples.random(seed));
    }
  }

  @Test
  void storesAnUntoldDoubtAsAClaimThatRecoveryDoubtsAgain() {
    var claim = Samples.bare().claim();
    var doubtful =
        new dev.actonce.core.execution.Claim(
            claim.action(),
            claim.claimId(),
            claim.owner(),
            claim.terms(),
            dev.actonce.core.execution.Claim.State.IN_DOUBT,
            claim.progress(),
            claim.claimedAt(),
            claim.dispatchOffset());

    assertThat(CODECS.claims().decode(CODECS.claims().encode(doubtful))).isEqualTo(claim);
  }
}
