/**
 * The tool catalog: {@code tools.yaml} to policy records. May use {@code core} only.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.catalog;

import org.jspecify.annotations.NullMarked;
