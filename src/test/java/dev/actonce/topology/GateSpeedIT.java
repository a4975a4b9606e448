package dev.actonce.topology;

import static dev.actonce.topology.GateHarness.pay;
import static org.assertj.core.api.Assertions.assertThat;

import dev.actonce.config.GateConfig;
import dev.actonce.config.KafkaConfig;
import dev.actonce.kafka.ClientSettings;
import dev.actonce.kafka.TopicProvisioner;
import dev.actonce.testing.LongRun;
import dev.actonce.testing.SharedBroker;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Prints how fast the gate is here. Asserts only that all is dispatched: machines differ. */
@LongRun
@SuppressWarnings("NullAway.Init")
class GateSpeedIT {
  private static final int PARTITIONS = 4;
  private static final int WARM_UP = 300;
  private static final int LONE = 300;
  private static final int LOAD = 20_000;
  private static final Logger LOG = LoggerFactory.getLogger(GateSpeedIT.class);

  @TempDir private Path directory;

  @Test
  void dispatchesLoneIntentsAndALoad() {
    KafkaConfig kafka = SharedBroker.kafka("speed");
    try (TopicProvisioner provisioner = TopicProvisioner.open(new ClientSettings(kafka))) {
      provisioner.create(PARTITIONS, 1);
    }
    GateConfig config = GateConfig.of(kafka, "speed", directory.resolve("state"));
    try (GateApp gate =
            GateApp.start(
                config,
                GateHarness.CATALOG,
                GateHarness.CODECS,
                InstantSource.system(),
                GateReporting.NONE);
        GateClient client = new GateClient(kafka, PARTITIONS);
        GateClient.Reader dispatch = client.reader(client.names.dispatch())) {
      gate.awaitReady(GateClient.PATIENCE);
      int count = measureLone(client, dispatch);
      count = measureLoad(client, dispatch, count);
      assertThat(dispatch.awaitCount(count)).hasSize(count);
    }
  }

  private static int measureLone(GateClient client, GateClient.Reader dispatch) {
    long[] micros = new long[LONE];
    for (int i = 0; i < WARM_UP + LONE; i++) {
      long start = System.nanoTime();
      client.publish(pay("lone" + i).publish("r" + i));
      dispatch.awaitCount(i + 1);
      if (i >= WARM_UP) {
        micros[i - WARM_UP] = (System.nanoTime() - start) / 1_000;
      }
    }
    Arrays.sort(micros);
    LOG.warn(
        "lone intents, publish to dispatch: p50 {} us, p90 {} us, p99 {} us",
        micros[LONE / 2],
        micros[LONE * 9 / 10],
        micros[LONE * 99 / 100]);
    return WARM_UP + LONE;
  }

  private static int measureLoad(GateClient client, GateClient.Reader dispatch, int before) {
    long start = System.nanoTime();
    long cpuStart = streamThreadCpuNanos();
    for (int i = 0; i < LOAD; i++) {
      client.publishSoon(pay("load" + i).publish("l" + i));
    }
    client.flush();
    long publishedMs = (System.nanoTime() - start) / 1_000_000;
    dispatch.awaitCount(before + LOAD);
    double seconds = (System.nanoTime() - start) / 1e9;
    LOG.warn(
        "load of {} intents, published within {} ms: {} dispatched per second; the stream thread"
            + " used {} us of CPU for each",
        LOAD,
        publishedMs,
        Math.round(LOAD / seconds),
        (streamThreadCpuNanos() - cpuStart) / 1_000 / LOAD);
    return before + LOAD;
  }

  /** CPU time tells the gate's own cost, also when the machine is busy with other things. */
  private static long streamThreadCpuNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long nanos = 0;
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().contains("StreamThread")) {
        nanos += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    return nanos;
  }
}
