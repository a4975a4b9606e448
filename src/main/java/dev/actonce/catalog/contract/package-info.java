/**
 * Contract records: proof, in a file, that a tool survived the fault matrix under its present
 * policy. Written by the contract kit, asked for when executors start. May use {@code catalog} and
 * {@code core}.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.catalog.contract;

import org.jspecify.annotations.NullMarked;
