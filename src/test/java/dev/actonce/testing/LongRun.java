package dev.actonce.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * An integration test, or a class of them, that waits for time-outs, starts processes or needs a
 * minute. A build leaves it to {@code mvn verify -Plong}, which runs nothing else. The page of
 * tests lists which these are, and what each build proves without them.
 */
@Tag("long")
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface LongRun {}
