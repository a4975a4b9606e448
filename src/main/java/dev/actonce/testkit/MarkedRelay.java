package dev.actonce.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Hands on the bytes of one client connection both ways; once the client has sent the end of a
 * request, the next bytes of the target are its answer. Both sides are confined to the client
 * connection's event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write or close closes the channel.
final class MarkedRelay extends ChannelInboundHandlerAdapter {
  private final ProxyWire.Marked wire;
  private final Bootstrap backend;
  private final Injections injections;
  private final StringBuilder request = new StringBuilder();
  private @Nullable Channel target;
  private Injections.@Nullable Chosen awaiting;
  private final HeldAnswer held = new HeldAnswer();

  MarkedRelay(ProxyWire.Marked wire, Bootstrap backend, Injections injections) {
    this.wire = wire;
    this.backend = backend;
    this.injections = injections;
  }

  @Override
  public void channelActive(ChannelHandlerContext client) {
    client.channel().config().setAutoRead(false);
    backend
        .clone(client.channel().eventLoop())
        .handler(new TargetSide(client))
        .connect()
        .addListener(
            (ChannelFutureListener)
                connected -> {
                  if (connected.isSuccess()) {
                    target = connected.channel();
                    client.channel().config().setAutoRead(true);
                  } else {
                    client.close();
                  }
                });
  }

  @Override
  public void channelRead(ChannelHandlerContext client, Object message) {
    ByteBuf bytes = (ByteBuf) message;
    request.append(bytes.toString(StandardCharsets.UTF_8));
    Channel open = target;
    if (open == null || request.length() > FaultProxy.MAX_BYTES) {
      bytes.release();
      client.close();
      return;
    }
    if (request.indexOf(wire.endOfRequest()) >= 0) {
      Injections.Chosen chosen = injections.choose(null, request.toString());
      if (!chosen.fault().reachesTarget()) {
        injections.done(chosen, new Exchange(firstLine(), "", chosen.fault()));
        bytes.release();
        client.close();
        return;
      }
      awaiting = chosen;
    }
    open.writeAndFlush(bytes);
  }

  @Override
  public void channelInactive(ChannelHandlerContext client) {
    held.drop();
    Channel open = target;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext client, Throwable cause) {
    client.close(); // The client went away.
  }

  private String firstLine() {
    return request.substring(0, Math.max(0, request.indexOf("\r\n")));
  }

  private void answered(ChannelHandlerContext client, ByteBuf answer, Injections.Chosen chosen) {
    String text = answer.toString(StandardCharsets.UTF_8);
    Exchange exchange = new Exchange(firstLine(), text.strip(), chosen.fault());
    request.setLength(0);
    injections.done(chosen, exchange);
    switch (chosen.fault()) {
      case PASS, DROP_REQUEST -> client.writeAndFlush(answer);
      case DELAY -> held.hold(client, answer, chosen.delayMs(), () -> client.writeAndFlush(answer));
      case DROP_RESPONSE -> {
        answer.release();
        client.close();
      }
      case RESET -> {
        answer.release();
        HttpRelay.reset(client.channel());
      }
      case SERVER_ERROR -> {
        answer.release();
        client.writeAndFlush(Unpooled.copiedBuffer(wire.errorAnswer(), StandardCharsets.UTF_8));
      }
      case CUT_BODY ->
          client
              .writeAndFlush(answer.readSlice(answer.readableBytes() / 2))
              .addListener(ChannelFutureListener.CLOSE);
    }
  }

  /** The target's half. */
  private final class TargetSide extends ChannelInboundHandlerAdapter {
    private final ChannelHandlerContext client;

    TargetSide(ChannelHandlerContext client) {
      this.client = client;
    }

    @Override
    public void channelRead(ChannelHandlerContext side, Object message) {
      Injections.Chosen chosen = awaiting;
      awaiting = null;
      if (chosen == null) {
        client.writeAndFlush(message);
      } else {
        answered(client, (ByteBuf) message, chosen);
      }
    }

    @Override
    public void channelInactive(ChannelHandlerContext side) {
      Injections.Chosen chosen = awaiting;
      awaiting = null;
      if (chosen != null) {
        injections.done(chosen, new Exchange(firstLine(), "", Fault.PASS));
      }
      if (!held.isHeld()) {
        client.close();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext side, Throwable cause) {
      side.close();
    }
  }
}
