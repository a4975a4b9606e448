package dev.actonce.core;

import java.util.List;
import java.util.Set;

/**
 * How a tool's keys are derived.
 *
 * @param choice key kind, or AUTO
 * @param identity paths of the arguments that make it the same action; empty means all arguments
 * @param optional those of the identity paths that arguments may lack; without the others there is
 *     no key, because a misspelt argument would make two different actions one
 * @param sets paths of arrays whose order does not matter
 * @param instants paths of fields that compare as instants
 * @param numbers paths that the tool's JSON Schema declares numeric, where {@code "1"} equals
 *     {@code 1}
 * @param repeats whether equal actions under different keys are meant
 */
public record KeyPolicy(
    KeyChoice choice,
    List<String> identity,
    Set<String> optional,
    Set<String> sets,
    Set<String> instants,
    Set<String> numbers,
    Repeats repeats) {
  /** Defaults: AUTO over all arguments. */
  public static final KeyPolicy AUTO =
      new KeyPolicy(KeyChoice.AUTO, List.of(), Set.of(), Set.of(), Set.of());

  /** With every identity field required, and repeats judged by the tool's class. */
  public KeyPolicy(
      KeyChoice choice,
      List<String> identity,
      Set<String> sets,
      Set<String> instants,
      Set<String> numbers) {
    this(choice, identity, Set.of(), sets, instants, numbers, Repeats.BY_CLASS);
  }

  public KeyPolicy {
    identity = List.copyOf(identity);
    optional = Set.copyOf(optional);
    sets = Set.copyOf(sets);
    instants = Set.copyOf(instants);
    numbers = Set.copyOf(numbers);
  }
}
