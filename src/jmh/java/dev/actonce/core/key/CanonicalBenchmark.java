package dev.actonce.core.key;

import dev.actonce.bench.Document;
import dev.actonce.bench.Examples;
import dev.actonce.core.KeyPolicy;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** From 1 KiB of JSON text to its canonical text, and on to the fingerprint. */
@State(Scope.Thread)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class CanonicalBenchmark {
  /** The arguments. */
  @Param public Document document = Document.UNICODE;

  private String arguments = "";

  @Setup
  public void prepare() {
    arguments = document.text();
  }

  @Benchmark
  public byte[] canonicalText() {
    FieldPaths paths = FieldPaths.of(KeyPolicy.AUTO);
    return CanonicalWriter.write(JsonParser.parseObject(arguments), paths, arguments.length());
  }

  @Benchmark
  public String fingerprint() {
    return new PartsHash()
        .hash(
            List.of(
                KeyPart.of("label", "identity"),
                KeyPart.of("tenant", "acme"),
                KeyPart.of("action", Examples.ACTION),
                new KeyPart("identity", canonicalText())));
  }
}
