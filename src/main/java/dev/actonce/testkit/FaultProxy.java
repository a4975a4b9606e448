package dev.actonce.testkit;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A proxy on the loopback interface that does planned harm to real connections, after the target
 * has answered: so the effect is certain, and its answer is lost. Which exchanges suffer follows
 * from the plan, the seed and the order of requests.
 *
 * <p>{@code GET /__faults} answers the statistics and is not handed on. Thread-safe; two threads,
 * at most 512 connections at once.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A failed write or close closes the channel.
public final class FaultProxy implements AutoCloseable {
  /** Path at which an HTTP proxy answers its statistics. */
  public static final String CONTROL_PATH = "/__faults";

  static final int MAX_BYTES = 1024 * 1024;
  private static final int MAX_CONNECTIONS = 512;
  private static final int THREADS = 2;
  private static final int CONNECT_TIMEOUT_MS = 5_000;
  private static final long CLOSE_SECONDS = 5;

  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(
          THREADS,
          new DefaultThreadFactory("actonce-fault-proxy", true),
          NioIoHandler.newFactory());
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Injections injections;
  private final InetSocketAddress target;
  private final Channel listener;

  private FaultProxy(
      int port, InetSocketAddress target, ProxyWire wire, FaultPlan plan, long seed) {
    this.injections = new Injections(plan, seed);
    this.target = target;
    Bootstrap backend =
        new Bootstrap()
            .group(threads)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_TIMEOUT_MS)
            .option(ChannelOption.TCP_NODELAY, true)
            .remoteAddress(target);
    this.listener = listen(port, new Front(wire, backend));
  }

  /**
   * Starts a proxy; it takes connections on return.
   *
   * @param port loopback port; 0 for any free one
   * @param target where requests go; loopback or remote
   * @param wire how requests are told apart
   * @param plan what goes wrong; {@link #inject} adds to it
   * @param seed decides which share of the exchanges a rule is used for
   * @throws ActOnceException INVALID_SETTING if the port is taken
   */
  public static FaultProxy start(
      int port, InetSocketAddress target, ProxyWire wire, FaultPlan plan, long seed) {
    return new FaultProxy(port, target, wire, plan, seed);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.localAddress();
  }

  /** Its HTTP address, without a path. */
  public String url() {
    return "http://127.0.0.1:" + address().getPort();
  }

  /** Adds a rule after those that are there. */
  public Injection inject(FaultRule rule) {
    return injections.add(rule);
  }

  /** What it did so far, as JSON: requests, faults by kind, and each rule's use. */
  public String statistics() {
    return injections.json();
  }

  /** Closes every connection and the port, within 5 s. */
  @Override
  public void close() {
    listener.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    open.close().awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    threads
        .shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
  }

  private Channel listen(int port, Front front) {
    var bound =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(front)
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      threads.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "the fault proxy cannot listen on port " + port + "; choose another, 0 for any free one",
          bound.cause());
    }
    return bound.channel();
  }

  /** Sets up each connection of a client. */
  private final class Front extends ChannelInitializer<SocketChannel> {
    private final ProxyWire wire;
    private final Bootstrap backend;

    Front(ProxyWire wire, Bootstrap backend) {
      this.wire = wire;
      this.backend = backend;
    }

    @Override
    protected void initChannel(SocketChannel channel) {
      if (open.size() >= MAX_CONNECTIONS) {
        channel.close();
        return;
      }
      open.add(channel);
      channel.pipeline().addLast(wire.match(this::http, this::marked));
    }

    private ChannelHandler[] http(ProxyWire.Http http) {
      String host = target.getHostString() + ":" + target.getPort();
      return new ChannelHandler[] {
        new HttpServerCodec(),
        new HttpObjectAggregator(MAX_BYTES),
        new HttpRelay(host, backend, injections)
      };
    }

    private ChannelHandler[] marked(ProxyWire.Marked marked) {
      return new ChannelHandler[] {new MarkedRelay(marked, backend, injections)};
    }
  }
}
