/**
 * The demo's agent page: a browser whose tool call goes over HTTP to a submit endpoint, which
 * publishes it as an intent. May use {@code cli.demo}, {@code client} and {@code core}.
 */
@NullMarked
package dev.actonce.lab.demo.page;

import org.jspecify.annotations.NullMarked;
