package dev.actonce.embedded;

import dev.actonce.core.ActOnceException;
import dev.actonce.core.ErrorCode;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.Uuid;

/**
 * A broker's place in a KRaft cluster on the loopback interface. Each node is broker and controller
 * at once, and the quorum is static, so every node knows the controller ports of all.
 *
 * @param clusterId the cluster's identity, the same for all nodes; {@link #newClusterId} makes one
 * @param nodeId this node, one of those in {@code controllerPorts}
 * @param clientPort its port for clients and the other brokers
 * @param controllerPorts the port of each node's controller, by node id; 1 to 9 nodes
 */
public record ClusterSeat(
    String clusterId, int nodeId, int clientPort, Map<Integer, Integer> controllerPorts) {
  private static final int MAX_NODES = 9;
  private static final int MAX_COPIES = 3;
  private static final int LONE_NODE = 1;

  public ClusterSeat {
    controllerPorts = Map.copyOf(controllerPorts);
    if (!controllerPorts.containsKey(nodeId) || controllerPorts.size() > MAX_NODES) {
      throw new ActOnceException(
          ErrorCode.INVALID_SETTING,
          "node " + nodeId + " must be one of 1 to " + MAX_NODES + ", got " + controllerPorts);
    }
  }

  /** A cluster of one node. */
  static ClusterSeat alone(int clientPort, int controllerPort) {
    return new ClusterSeat(
        newClusterId(), LONE_NODE, clientPort, Map.of(LONE_NODE, controllerPort));
  }

  /** A random identity for a new cluster. */
  public static String newClusterId() {
    return Uuid.randomUuid().toString();
  }

  /** The port of this node's controller. */
  int controllerPort() {
    return Objects.requireNonNull(controllerPorts.get(nodeId), "checked by the constructor");
  }

  /** Copies of each internal partition: one per node, three at most. */
  int copies() {
    return Math.min(MAX_COPIES, controllerPorts.size());
  }

  /** Copies that must have a record before it is acknowledged: all but one, at least one. */
  int minInSync() {
    return Math.max(1, copies() - 1);
  }

  /** The quorum, as {@code controller.quorum.voters} wants it. */
  String voters() {
    return new TreeMap<>(controllerPorts)
        .entrySet().stream()
            .map(node -> node.getKey() + "@" + BrokerSettings.HOST + ":" + node.getValue())
            .collect(Collectors.joining(","));
  }
}
