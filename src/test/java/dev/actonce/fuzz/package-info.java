/**
 * Hostile input against a real gate and a real executor: whatever anybody sends may cost itself,
 * and nobody else. Seeded; any record can be made again from its seed and number.
 */
@NullMarked
package dev.actonce.fuzz;

import org.jspecify.annotations.NullMarked;
