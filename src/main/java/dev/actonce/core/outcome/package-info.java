/** What agents are told: statuses, events and advice. Pure. */
@NullMarked
package dev.actonce.core.outcome;

import org.jspecify.annotations.NullMarked;
