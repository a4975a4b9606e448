package dev.actonce.wire;

import dev.actonce.core.ReplyHash;
import org.jspecify.annotations.Nullable;

/** Hashes in records that only the pipeline reads: absent when the publish had no token. */
final class ReplyHashes {
  private ReplyHashes() {}

  static @Nullable String toAvro(ReplyHash hash) {
    return hash.equals(ReplyHash.NONE) ? null : hash.value();
  }

  static ReplyHash fromAvro(@Nullable String hash) {
    return hash == null ? ReplyHash.NONE : new ReplyHash(hash);
  }
}
