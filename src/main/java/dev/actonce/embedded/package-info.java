/**
 * ActOnce in one JVM: a real KRaft broker, gate and executor. May use every package but {@code cli}
 * and {@code testkit}.
 */
@NullMarked
package dev.actonce.embedded;

import org.jspecify.annotations.NullMarked;
