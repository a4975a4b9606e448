package dev.actonce.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.streams.processor.api.MockProcessorContext;
import org.apache.kafka.streams.processor.api.MockProcessorContext.CapturedPunctuator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a task asks for a commit, on Kafka's own test double of a processor's context. */
final class CommitsTest {
  private final MockProcessorContext<byte[], byte[]> context = new MockProcessorContext<>();
  private final CommitPacer pacer = new CommitPacer();
  private final Commits commits = new Commits(context, () -> pacer);

  @BeforeEach
  void setTime() {
    context.setCurrentSystemTimeMs(1_000);
  }

  @Test
  void commitsAtOnceWhatSomebodyWaitsFor() {
    commits.worked(Commits.Urgency.AWAITED);

    assertThat(context.committed()).isTrue();
    assertThat(planned()).isEmpty();
  }

  @Test
  void letsWhatOnlyClosesWaitForTheNextCommit() {
    commits.worked(Commits.Urgency.TRAILING);
    assertThat(context.committed()).isFalse();

    context.setCurrentSystemTimeMs(1_003);
    commits.worked(Commits.Urgency.AWAITED);

    assertThat(context.committed()).isTrue();
    assertThat(planned()).isEmpty();
  }

  @Test
  void commitsWhatOnlyClosesWhenNothingElseComes() {
    commits.worked(Commits.Urgency.TRAILING);
    commits.worked(Commits.Urgency.TRAILING);
    assertThat(planned())
        .singleElement()
        .satisfies(
            due -> assertThat(due.getInterval()).isEqualTo(Duration.ofMillis(Commits.TRAILING_MS)));

    fire();

    assertThat(context.committed()).isTrue();
    assertThat(planned()).isEmpty();
  }

  @Test
  void leavesToAnotherTaskWhatItsCommitCovers() {
    commits.worked(Commits.Urgency.TRAILING);
    pacer.committed(1_005); // By another task of the thread.

    fire();

    assertThat(context.committed()).isFalse();
    assertThat(planned()).isEmpty();
  }

  @Test
  void spacesAwaitedWorkOutUnderLoad() {
    for (int i = 0; i < 200; i++) {
      commits.worked(Commits.Urgency.AWAITED);
    }
    assertThat(context.committed()).isTrue();
    context.resetCommit();

    commits.worked(Commits.Urgency.AWAITED);

    assertThat(context.committed()).isFalse();
    assertThat(planned()).hasSize(1);
  }

  private List<CapturedPunctuator> planned() {
    return context.scheduledPunctuators().stream().filter(due -> !due.cancelled()).toList();
  }

  private void fire() {
    context.setCurrentSystemTimeMs(1_000 + Commits.TRAILING_MS);
    planned().forEach(due -> due.getPunctuator().punctuate(1_000 + Commits.TRAILING_MS));
  }
}
