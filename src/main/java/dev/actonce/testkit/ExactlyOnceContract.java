package dev.actonce.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Puts a tool under contract: the annotated class runs every {@link ContractRow} against it, on a
 * real pipeline with an embedded broker.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.SAME_THREAD)
@ExtendWith(ContractExtension.class)
public @interface ExactlyOnceContract {
  /** Directory for the record of a passed suite, relative to the project. */
  String record() default "contracts";
}
