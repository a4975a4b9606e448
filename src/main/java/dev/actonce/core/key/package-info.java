/**
 * How an intent becomes an idempotency key: canonical JSON, fingerprint, key kinds. Pure.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.core.key;

import org.jspecify.annotations.NullMarked;
