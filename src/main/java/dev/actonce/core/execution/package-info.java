/** The decision what an executor does next with a claimed action. Pure. */
@NullMarked
package dev.actonce.core.execution;

import org.jspecify.annotations.NullMarked;
