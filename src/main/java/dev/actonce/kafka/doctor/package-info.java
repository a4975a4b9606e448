/**
 * The doctor: reads facts of a cluster and lets pure checks judge them. May use {@code core},
 * {@code config} and {@code kafka}.
 *
 * <p>Reading order: {@link dev.actonce.kafka.doctor.Rule} lists all that is looked at; {@link
 * dev.actonce.kafka.doctor.Doctor} asks {@code ClusterReader}, {@code TransactionReader} and {@code
 * GroupReader} for facts; {@code TopicCheck} and the other checks turn facts into {@link
 * dev.actonce.kafka.doctor.Finding}s.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.kafka.doctor;

import org.jspecify.annotations.NullMarked;
