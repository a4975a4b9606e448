package dev.actonce.wire;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Credentials and TLS of the registry, out of its properties. Messages never hold a value. */
final class RegistryAccess {
  private static final String BASIC_SOURCE = "basic.auth.credentials.source";
  private static final String BASIC = "basic.auth.user.info";
  private static final String BEARER_SOURCE = "bearer.auth.credentials.source";
  private static final String BEARER = "bearer.auth.token";
  private static final String SSL = "schema.registry.ssl.";
  private static final String KEY_PASSWORD = SSL + "key.password";
  private static final Set<String> NAMES =
      Set.of(
          BASIC_SOURCE,
          BASIC,
          BEARER_SOURCE,
          BEARER,
          SSL + "truststore.location",
          SSL + "truststore.password",
          SSL + "truststore.type",
          SSL + "keystore.location",
          SSL + "keystore.password",
          SSL + "keystore.type",
          KEY_PASSWORD);

  private final Map<String, String> properties;

  RegistryAccess(Map<String, String> properties) {
    this.properties = properties;
  }

  /**
   * Refuses what would be silently without effect.
   *
   * @throws ActOnceException INVALID_SETTING naming the property
   */
  static void checkNames(Map<String, String> properties) {
    for (String name : properties.keySet()) {
      if (!NAMES.contains(name)) {
        throw invalid("unknown property '" + name + "'; known are " + new TreeSet<>(NAMES), null);
      }
    }
    requireSource(properties, BASIC_SOURCE, "USER_INFO");
    requireSource(properties, BEARER_SOURCE, "STATIC_TOKEN");
    if (properties.containsKey(BASIC) && properties.containsKey(BEARER)) {
      throw invalid(BASIC + " and " + BEARER + " exclude each other; give one", null);
    }
  }

  private static void requireSource(Map<String, String> properties, String name, String source) {
    if (!properties.getOrDefault(name, source).equals(source)) {
      throw invalid(name + " must be " + source + ", the only one there is", null);
    }
  }

  /** Value of the Authorization header. */
  Optional<String> authorization() {
    String userInfo = properties.get(BASIC);
    if (userInfo != null) {
      byte[] plain = userInfo.getBytes(StandardCharsets.UTF_8);
      return Optional.of("Basic " + Base64.getEncoder().encodeToString(plain));
    }
    return Optional.ofNullable(properties.get(BEARER)).map(token -> "Bearer " + token);
  }

  /** Stores of our own; empty when the JVM's are good enough. */
  Optional<SSLContext> ssl() {
    if (properties.keySet().stream().noneMatch(name -> name.startsWith(SSL))) {
      return Optional.empty();
    }
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys(), trust(), null);
      return Optional.of(context);
    } catch (GeneralSecurityException | IOException e) {
      throw invalid("the key or trust store cannot be used: " + e, e);
    }
  }

  private KeyManager @Nullable [] keys() throws GeneralSecurityException, IOException {
    KeyStore store = store("keystore");
    if (store == null) {
      return null;
    }
    String password =
        properties.getOrDefault(
            KEY_PASSWORD, properties.getOrDefault(SSL + "keystore.password", ""));
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, password.toCharArray());
    return factory.getKeyManagers();
  }

  private TrustManager @Nullable [] trust() throws GeneralSecurityException, IOException {
    KeyStore store = store("truststore");
    if (store == null) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }

  private @Nullable KeyStore store(String kind) throws GeneralSecurityException, IOException {
    String location = properties.get(SSL + kind + ".location");
    if (location == null) {
      return null;
    }
    KeyStore store =
        KeyStore.getInstance(
            properties.getOrDefault(SSL + kind + ".type", KeyStore.getDefaultType()));
    String password = properties.get(SSL + kind + ".password");
    try (InputStream bytes = Files.newInputStream(Path.of(location))) {
      store.load(bytes, password == null ? null : password.toCharArray());
    }
    return store;
  }

  private static ActOnceException invalid(String what, @Nullable Throwable cause) {
    return new ActOnceException(
        ErrorCode.INVALID_SETTING, "schema registry properties: " + what, cause);
  }
}
