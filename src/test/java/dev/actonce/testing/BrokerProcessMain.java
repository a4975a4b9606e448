package dev.actonce.testing;

import dev.actonce.embedded.EmbeddedBroker;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A broker as a process: data directory, client port, ready file; runs until stdin ends. */
final class BrokerProcessMain {
  private BrokerProcessMain() {}

  public static void main(String[] args) throws IOException {
    Path ready = Path.of(args[2]);
    try (EmbeddedBroker broker =
        EmbeddedBroker.start(Path.of(args[0]), Integer.parseInt(args[1]))) {
      Path draft = ready.resolveSibling(ready.getFileName() + ".draft");
      Files.writeString(draft, broker.bootstrapServers());
      Files.move(draft, ready, StandardCopyOption.ATOMIC_MOVE);
      System.in.transferTo(OutputStream.nullOutputStream());
    }
  }
}
