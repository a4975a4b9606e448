/**
 * The demo's agent page: a browser whose tool call goes over HTTP to a submit endpoint, which
 * publishes it as an intent. May use {@code lab.demo}, {@code client} and {@code core}.
 *
 * <p>API: internal.
 */
@NullMarked
package dev.actonce.lab.demo.page;

import org.jspecify.annotations.NullMarked;
