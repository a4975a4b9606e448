package dev.actonce.testkit;

import dev.actonce.catalog.contract.ContractRecords;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Puts a tool under contract: the annotated class runs every {@link ContractRow} against it, on a
 * real pipeline with an embedded broker. A suite that passes leaves a {@link
 * dev.actonce.catalog.contract.ContractRecord}. The tag {@value ContractRecords#TAG} finds all of
 * them: {@code mvn test -Dgroups=actonce-contract}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.SAME_THREAD)
@Tag(ContractRecords.TAG)
@ExtendWith(ContractExtension.class)
public @interface ExactlyOnceContract {
  /** Directory for the record of a passed suite, relative to the project: beside the catalog. */
  String record() default ContractRecords.DEFAULT_DIRECTORY;
}
