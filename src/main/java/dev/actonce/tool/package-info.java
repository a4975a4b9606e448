/**
 * How a tool is performed: the public SPI {@link dev.actonce.tool.ActionHandler} and the handler
 * for the catalog's {@code http} blocks. May use {@code core} and {@code catalog}.
 *
 * <p>API: public.
 */
@NullMarked
package dev.actonce.tool;

import org.jspecify.annotations.NullMarked;
