/**
 * ActOnce in one JVM: a real KRaft broker beside a gate's and an executor's node. May use every
 * package but {@code testkit}, {@code lab} and {@code cli}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.embedded;

import org.jspecify.annotations.NullMarked;
