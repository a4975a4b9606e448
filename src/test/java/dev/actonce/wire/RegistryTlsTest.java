package dev.actonce.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A registry over TLS that asks for the client's certificate, with a key that keytool made. */
@SuppressWarnings("NullAway.Init")
class RegistryTlsTest {
  private static final String PASSWORD = "changeit-9";
  private static final String FOUND = "{\"schema\":\"\\\"string\\\"\"}";

  @TempDir private static Path directory;
  private static HttpsServer server;
  private static Path store;

  @BeforeAll
  static void start() throws Exception {
    store = directory.resolve("store.p12");
    makeKey();
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context()) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
            ssl.setNeedClientAuth(true);
            parameters.setSSLParameters(ssl);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          byte[] body = FOUND.getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  @Test
  void trustsAndShowsWhatItsStoresHold() {
    Map<String, String> both = new HashMap<>(store("truststore"));
    both.putAll(store("keystore"));

    assertThat(registry(both).schema(1).getType().getName()).isEqualTo("string");
  }

  @Test
  void trustsNobodyElseAndTakesThatForAnOutage() {
    ActOnceException refused =
        catchThrowableOfType(ActOnceException.class, () -> registry(Map.of()).schema(1));

    assertThat(refused.code()).isEqualTo(ErrorCode.REGISTRY_UNAVAILABLE);
  }

  @Test
  void refusesAStoreThatItCannotOpenWithoutShowingThePassword() {
    Map<String, String> wrong = new HashMap<>(store("truststore"));
    wrong.put("schema.registry.ssl.truststore.password", "s3cret");

    assertThatThrownBy(() -> registry(wrong))
        .isInstanceOf(ActOnceException.class)
        .hasMessageContaining("trust store cannot be used")
        .hasMessageNotContaining("s3cret");
  }

  private static Map<String, String> store(String kind) {
    return Map.of(
        "schema.registry.ssl." + kind + ".location",
        store.toString(),
        "schema.registry.ssl." + kind + ".password",
        PASSWORD,
        "schema.registry.ssl." + kind + ".type",
        "PKCS12");
  }

  private static SchemaRegistry registry(Map<String, String> properties) {
    return SchemaRegistry.of(
        RegistrySettings.of("https://127.0.0.1:" + server.getAddress().getPort())
            .withProperties(properties));
  }

  private static void makeKey() throws Exception {
    Process keytool =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-keyalg",
                    "EC",
                    "-alias",
                    "registry",
                    "-dname",
                    "CN=registry",
                    "-ext",
                    "SAN=ip:127.0.0.1",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    store.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("keytool.log").toFile())
            .start();
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).isZero();
  }

  /** The one certificate stands for itself on both sides. */
  private static SSLContext context() throws Exception {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream bytes = Files.newInputStream(store)) {
      keys.load(bytes, PASSWORD.toCharArray());
    }
    trusted.setCertificateEntry("registry", keys.getCertificate("registry"));
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD.toCharArray());
    TrustManagerFactory others =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    others.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), others.getTrustManagers(), null);
    return context;
  }
}
