package dev.actonce.core.key;

import org.jspecify.annotations.Nullable;

/**
 * One part of what a key is the hash of; all parts in order explain the key.
 *
 * @param name what the part is, for people; not hashed
 * @param value the hashed text; null when absent, which hashes differently from every text
 */
public record KeyPart(String name, @Nullable String value) {}
