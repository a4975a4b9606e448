package dev.actonce.testkit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.function.Function;

/** How a {@link FaultProxy} tells where a request ends and its answer begins. */
public sealed interface ProxyWire {
  /** Names each case, so that a new one breaks the build wherever wires are told apart. */
  <T> T match(
      Function<? super Http, ? extends T> http, Function<? super Marked, ? extends T> marked);

  /** HTTP/1.1 without TLS; requests and answers up to 1 MiB. */
  record Http() implements ProxyWire {
    @Override
    public <T> T match(
        Function<? super Http, ? extends T> http, Function<? super Marked, ? extends T> marked) {
      return http.apply(this);
    }
  }

  /**
   * Any protocol whose effect follows a known end of a request; what the server sends next is the
   * answer that a fault is done to.
   *
   * @param endOfRequest text after which the effect happens, such as SMTP's final dot
   * @param errorAnswer what {@link Fault#SERVER_ERROR} answers, with its line's end
   */
  record Marked(String endOfRequest, String errorAnswer) implements ProxyWire {
    public Marked {
      if (endOfRequest.isEmpty() || errorAnswer.isEmpty()) {
        throw new ActOnceException(
            ErrorCode.INVALID_SETTING,
            "a marked wire needs the text that ends a request and an error answer");
      }
    }

    @Override
    public <T> T match(
        Function<? super Http, ? extends T> http, Function<? super Marked, ? extends T> marked) {
      return marked.apply(this);
    }
  }

  /** HTTP/1.1 without TLS. */
  static ProxyWire http() {
    return new Http();
  }

  /** SMTP: the effect follows the final dot of a message. */
  static ProxyWire smtp() {
    return new Marked("\r\n.\r\n", "451 4.3.0 try again later\r\n");
  }
}
