package dev.actonce.core.key;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The members of an object that is being read. Names that occur twice are found among the sorted
 * ones, not by hashing, so no choice of names makes the check slow. Confined to one call.
 */
final class ObjectMembers {
  private static final Comparator<JsonValue.Member> BY_NAME =
      (one, other) -> one.name().compareTo(other.name());

  /** So few are quicker sorted by insertion. */
  private static final int FEW = 24;

  private final List<JsonValue.Member> members = new ArrayList<>();
  private boolean ascending = true;
  private boolean nulls;

  void add(JsonValue.Member member) {
    int size = members.size();
    ascending &= size == 0 || BY_NAME.compare(members.get(size - 1), member) < 0;
    nulls |= member.value() == JsonValue.Literal.NULL;
    members.add(member);
  }

  /** Sorts them by name; returns whether each name occurs once. */
  boolean sort() {
    if (ascending) {
      return true;
    }
    if (members.size() <= FEW) {
      insert();
    } else {
      members.sort(BY_NAME);
    }
    for (int i = 1; i < members.size(); i++) {
      if (BY_NAME.compare(members.get(i), members.get(i - 1)) == 0) {
        return false;
      }
    }
    return true;
  }

  private void insert() {
    for (int i = 1; i < members.size(); i++) {
      JsonValue.Member member = members.get(i);
      int at = i;
      while (at > 0 && BY_NAME.compare(members.get(at - 1), member) > 0) {
        members.set(at, members.get(at - 1));
        at--;
      }
      members.set(at, member);
    }
  }

  /** The object that they make; a null value is as good as no member. */
  JsonValue.ObjectValue toObject() {
    if (nulls) {
      members.removeIf(member -> member.value() == JsonValue.Literal.NULL);
    }
    return new JsonValue.ObjectValue(members);
  }
}
