package dev.actonce.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GuardedListenerTest {
  private final List<String> heard = new ArrayList<>();

  static List<Method> methods() {
    return Arrays.stream(ExecutorListener.class.getMethods()).toList();
  }

  @ParameterizedTest
  @MethodSource("methods")
  void handsEachCallOnAndKeepsItsThrowsAway(Method method) {
    ExecutorListener broken =
        (ExecutorListener)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ExecutorListener.class},
                (proxy, called, arguments) -> {
                  heard.add(called.getName());
                  throw new StackOverflowError();
                });
    GuardedListener guarded = new GuardedListener(broken);

    assertThatCode(() -> call(guarded, method)).doesNotThrowAnyException();
    assertThat(heard).containsExactly(method.getName());
  }

  private static void call(ExecutorListener listener, Method method)
      throws IllegalAccessException, InvocationTargetException {
    method.invoke(listener, new Object[method.getParameterCount()]);
  }
}
