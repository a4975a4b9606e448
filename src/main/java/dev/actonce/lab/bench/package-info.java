/**
 * The benchmark: a measured load on a whole pipeline, and on the same broker what Kafka itself can
 * do with the same records. Composes gate and executors itself, to hear each of their steps. May
 * use every package but {@code testkit}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.lab.bench;

import org.jspecify.annotations.NullMarked;
