package dev.actonce.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serializer;

/**
 * Confluent's own serializers 7.7.0, which are not on Maven Central: the build takes their classes,
 * {@code io/confluent/**}, out of a connector that ships them, and Guava, which they need. They see
 * this build's Kafka, Avro and Jackson; nothing else of the connector can be loaded.
 */
final class ConfluentClasses implements AutoCloseable {
  static final String SERIALIZER = "io.confluent.kafka.serializers.KafkaAvroSerializer";
  static final String DESERIALIZER = "io.confluent.kafka.serializers.KafkaAvroDeserializer";

  private static final Path HOME = Path.of("target/confluent");

  private final Loader loader = new Loader(urls());
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();

  /** Makes them the classes that a configured name finds, on this thread, until closed. */
  ConfluentClasses() {
    Thread.currentThread().setContextClassLoader(loader);
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(before);
    try {
      loader.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A configured serializer of values. */
  @SuppressWarnings("unchecked") // it takes any Avro record
  Serializer<Object> serializer(Map<String, String> properties) {
    Serializer<Object> serializer = (Serializer<Object>) made(SERIALIZER);
    serializer.configure(properties, false);
    return serializer;
  }

  /** A configured deserializer of values. */
  @SuppressWarnings("unchecked") // it makes any Avro record
  Deserializer<Object> deserializer(Map<String, String> properties) {
    Deserializer<Object> deserializer = (Deserializer<Object>) made(DESERIALIZER);
    deserializer.configure(properties, false);
    return deserializer;
  }

  private Object made(String name) {
    try {
      return Class.forName(name, true, loader).getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static URL[] urls() {
    List<URL> urls = new ArrayList<>();
    try (Stream<Path> jars = Files.list(HOME.resolve("lib"))) {
      urls.add(HOME.resolve("classes").toUri().toURL());
      for (Path jar : jars.toList()) {
        urls.add(jar.toUri().toURL());
      }
      return urls.toArray(URL[]::new);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks itself first for what only Confluent's classes use. */
  private static final class Loader extends URLClassLoader {
    static {
      registerAsParallelCapable();
    }

    Loader(URL[] urls) {
      super(urls, ConfluentClasses.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.confluent.") && !name.startsWith("com.google.common.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded == null ? findClass(name) : loaded;
      }
    }
  }
}
