/**
 * Process chaos: a real three-broker cluster, gates and executors in JVMs of their own, agents that
 * retry, a provider that loses answers, and seeded faults; then an audit of every effect. May use
 * all packages of the project but the commands.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.lab.chaos;

import org.jspecify.annotations.NullMarked;
