package dev.actonce.testing;

import java.io.IOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What others can use of packages: their public types with public and protected members, as text.
 */
public final class ApiListing {
  private static final Path CLASSES = Path.of("target/classes");

  /** Every record, enum or class has them. */
  private static final Set<String> INHERITED =
      Set.of("equals", "hashCode", "toString", "values", "valueOf");

  private ApiListing() {}

  /**
   * One line for a type, and one with an indent for each of its members, all sorted.
   *
   * @param packages all of whose public types count
   * @param types further ones, by full name
   */
  public static String of(Collection<String> packages, Collection<String> types)
      throws IOException {
    Set<String> names = new TreeSet<>(types);
    for (String each : packages) {
      try (Stream<Path> files = Files.list(CLASSES.resolve(each.replace('.', '/')))) {
        files
            .map(file -> file.getFileName().toString())
            .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
            .forEach(file -> names.add(each + '.' + file.replace(".class", "")));
      }
    }
    StringBuilder listing = new StringBuilder();
    for (String name : names) {
      Class<?> type = load(name);
      if (isVisible(type)) {
        listing.append(heading(type)).append('\n');
        members(type).forEach(member -> listing.append("  ").append(member).append('\n'));
      }
    }
    return listing.toString();
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ApiListing.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("no class " + name + " in " + CLASSES, e);
    }
  }

  private static boolean isVisible(Class<?> type) {
    if (type.isAnonymousClass() || type.isLocalClass() || !isOpen(type.getModifiers())) {
      return false;
    }
    Class<?> outer = type.getDeclaringClass();
    return outer == null || isVisible(outer);
  }

  private static boolean isOpen(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String heading(Class<?> type) {
    List<String> words = new ArrayList<>();
    boolean open =
        !type.isInterface() && !type.isRecord() && !type.isEnum() && !isFinal(type.getModifiers());
    if (type.isSealed()) {
      words.add("sealed");
    } else if (open) {
      words.add(Modifier.isAbstract(type.getModifiers()) ? "abstract" : "open");
    }
    words.add(kind(type));
    words.add(type.getName());
    Type parent = type.getGenericSuperclass();
    if (parent != null && !type.isRecord() && !type.isEnum() && !parent.equals(Object.class)) {
      words.add("extends " + parent.getTypeName());
    }
    String interfaces =
        Arrays.stream(type.getGenericInterfaces())
            .map(Type::getTypeName)
            .sorted()
            .collect(Collectors.joining(", "));
    if (!interfaces.isEmpty()) {
      words.add("is " + interfaces);
    }
    return shortened(String.join(" ", words)) + deprecation(type);
  }

  private static boolean isFinal(int modifiers) {
    return Modifier.isFinal(modifiers);
  }

  private static String kind(Class<?> type) {
    if (type.isAnnotation()) {
      return "annotation";
    }
    if (type.isInterface()) {
      return "interface";
    }
    if (type.isRecord()) {
      return "record";
    }
    return type.isEnum() ? "enum" : "class";
  }

  private static Set<String> members(Class<?> type) {
    Set<String> lines = new TreeSet<>();
    for (Field field : type.getDeclaredFields()) {
      if (counts(field)) {
        lines.add(line(field, field.toGenericString()));
      }
    }
    for (Constructor<?> constructor : type.getDeclaredConstructors()) {
      if (counts(constructor)) {
        lines.add(line(constructor, constructor.toGenericString()));
      }
    }
    for (Method method : type.getDeclaredMethods()) {
      if (counts(method) && !INHERITED.contains(method.getName())) {
        lines.add(line(method, method.toGenericString()));
      }
    }
    return lines;
  }

  private static boolean counts(Member member) {
    return isOpen(member.getModifiers()) && !member.isSynthetic();
  }

  /** Without what says nothing to a caller, and without the type's own name before the member's. */
  private static <M extends AnnotatedElement & Member> String line(M member, String text) {
    String own = member.getDeclaringClass().getTypeName();
    String plain = text.replaceAll("\\b(public|final|abstract|synchronized) ", "");
    if (member instanceof Executable) {
      int parameters = plain.indexOf('(');
      String before = plain.substring(0, parameters).replace(own + '.', "");
      plain = before + plain.substring(parameters);
    } else {
      plain = plain.replace(own + '.', "");
    }
    return shortened(plain) + deprecation(member);
  }

  private static String deprecation(AnnotatedElement element) {
    return element.isAnnotationPresent(Deprecated.class) ? " (deprecated)" : "";
  }

  private static String shortened(String text) {
    return text.replaceAll("\\b(java\\.(?:[a-z]+\\.)+|dev\\.actonce\\.)", "");
  }
}
