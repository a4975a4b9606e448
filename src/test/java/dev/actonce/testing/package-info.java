/** What several test packages share. */
@NullMarked
package dev.actonce.testing;

import org.jspecify.annotations.NullMarked;
