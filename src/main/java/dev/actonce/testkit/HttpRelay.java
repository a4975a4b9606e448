package dev.actonce.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.nio.charset.StandardCharsets;

/**
 * Hands on the requests of one client connection, one at a time, each over a connection of its own.
 * Confined to the connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write or close closes the channel.
final class HttpRelay extends SimpleChannelInboundHandler<FullHttpRequest> {
  private final String targetHost;
  private final Bootstrap backend;
  private final Injections injections;
  private final HeldAnswer held = new HeldAnswer();

  HttpRelay(String targetHost, Bootstrap backend, Injections injections) {
    this.targetHost = targetHost;
    this.backend = backend;
    this.injections = injections;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext client, FullHttpRequest request) {
    if (held.isHeld()) {
      client.close(); // Pipelining: the answers would change places.
      return;
    }
    if (request.uri().equals(FaultProxy.CONTROL_PATH)) {
      answer(client, HttpResponseStatus.OK, injections.json());
      return;
    }
    String line = request.method() + " " + request.uri();
    String text = line + "\n" + request.content().toString(StandardCharsets.UTF_8);
    Injections.Chosen chosen = injections.choose(request.method().name(), text);
    if (!chosen.fault().reachesTarget()) {
      injections.done(chosen, new Exchange(line, "", chosen.fault()));
      client.close();
      return;
    }
    client.channel().config().setAutoRead(false);
    FullHttpRequest forwarded = request.copy();
    forwarded.headers().set(HttpHeaderNames.HOST, targetHost);
    forwarded.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    forward(client, forwarded, new Pending(line, chosen));
  }

  @Override
  public void channelInactive(ChannelHandlerContext client) {
    held.drop();
  }

  /** A request that was handed on. */
  private record Pending(String line, Injections.Chosen chosen) {}

  private void forward(ChannelHandlerContext client, FullHttpRequest request, Pending pending) {
    ChannelFuture connect =
        backend
            .clone(client.channel().eventLoop())
            .handler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(
                            new HttpClientCodec(),
                            new HttpObjectAggregator(FaultProxy.MAX_BYTES),
                            new TargetAnswer(client, pending));
                  }
                })
            .connect();
    connect.addListener(
        (ChannelFutureListener)
            connected -> {
              if (connected.isSuccess()) {
                connected.channel().writeAndFlush(request);
              } else {
                request.release();
                noAnswer(client, pending, "cannot connect to " + targetHost);
              }
            });
  }

  private void noAnswer(ChannelHandlerContext client, Pending pending, String reason) {
    injections.done(pending.chosen(), new Exchange(pending.line(), "", Fault.PASS));
    answer(client, HttpResponseStatus.BAD_GATEWAY, "{\"error\":\"" + reason + "\"}");
  }

  /** Waits for the target's whole answer: only then is the effect certain. */
  private final class TargetAnswer extends ChannelInboundHandlerAdapter {
    private final ChannelHandlerContext client;
    private final Pending pending;
    private boolean answered;

    TargetAnswer(ChannelHandlerContext client, Pending pending) {
      this.client = client;
      this.pending = pending;
    }

    @Override
    public void channelRead(ChannelHandlerContext target, Object message) {
      FullHttpResponse answer = (FullHttpResponse) message;
      answered = true;
      Injections.Chosen chosen = pending.chosen();
      String status = Integer.toString(answer.status().code());
      injections.done(chosen, new Exchange(pending.line(), status, chosen.fault()));
      target.close();
      deliver(client, answer, chosen);
    }

    @Override
    public void channelInactive(ChannelHandlerContext target) {
      if (!answered) {
        answered = true;
        noAnswer(client, pending, "the target closed the connection");
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext target, Throwable cause) {
      target.close();
    }
  }

  private void deliver(
      ChannelHandlerContext client, FullHttpResponse answer, Injections.Chosen chosen) {
    switch (chosen.fault()) {
      case PASS, DROP_REQUEST -> write(client, answer);
      case DELAY -> {
        client.channel().config().setAutoRead(true); // Only so is it noticed that the client goes.
        held.hold(client, answer, chosen.delayMs(), () -> write(client, answer));
      }
      case DROP_RESPONSE -> {
        answer.release();
        client.close();
      }
      case RESET -> {
        answer.release();
        reset(client.channel());
      }
      case SERVER_ERROR -> {
        answer.release();
        answer(client, HttpResponseStatus.SERVICE_UNAVAILABLE, "{\"error\":\"try again later\"}");
      }
      case CUT_BODY -> cut(client, answer);
    }
  }

  /** An RST instead of an orderly end. */
  static void reset(Channel channel) {
    channel.config().setOption(ChannelOption.SO_LINGER, 0);
    channel.close();
  }

  private static void cut(ChannelHandlerContext client, FullHttpResponse answer) {
    int length = answer.content().readableBytes();
    DefaultHttpResponse head =
        new DefaultHttpResponse(HttpVersion.HTTP_1_1, answer.status(), answer.headers().copy());
    // An empty body has no middle: then it lacks what it promises.
    HttpUtil.setContentLength(head, Math.max(length, 2));
    ByteBuf half = answer.content().copy(answer.content().readerIndex(), length / 2);
    answer.release();
    client.write(head);
    client.writeAndFlush(new DefaultHttpContent(half)).addListener(ChannelFutureListener.CLOSE);
  }

  private static void write(ChannelHandlerContext client, FullHttpResponse answer) {
    HttpUtil.setContentLength(answer, answer.content().readableBytes());
    answer.headers().remove(HttpHeaderNames.TRANSFER_ENCODING);
    answer.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
    client.writeAndFlush(answer).addListener(sent -> client.channel().config().setAutoRead(true));
  }

  private static void answer(ChannelHandlerContext client, HttpResponseStatus status, String json) {
    DefaultFullHttpResponse answer =
        new DefaultFullHttpResponse(
            HttpVersion.HTTP_1_1,
            status,
            Unpooled.copiedBuffer(json + "\n", StandardCharsets.UTF_8));
    answer.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
    write(client, answer);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext client, Throwable cause) {
    client.close(); // The client went away, or sent no HTTP.
  }
}
