/** What the benchmarks share. Not part of the product: no jar holds it. */
@NullMarked
package dev.actonce.bench;

import org.jspecify.annotations.NullMarked;
