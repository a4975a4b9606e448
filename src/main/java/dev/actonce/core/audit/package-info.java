/** Compares what a provider did with what agents were told. Pure. */
@NullMarked
package dev.actonce.core.audit;

import org.jspecify.annotations.NullMarked;
