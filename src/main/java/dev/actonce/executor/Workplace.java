package dev.actonce.executor;

import dev.actonce.wire.Codecs;

/**
 * What outlives a membership: calls go on while the group rebalances.
 *
 * @param endings how claims ended lately, by whichever membership
 */
record Workplace(
    Calls calls,
    Lease lease,
    Evidence evidence,
    Endings endings,
    Codecs codecs,
    ExecutorListener listener) {}
