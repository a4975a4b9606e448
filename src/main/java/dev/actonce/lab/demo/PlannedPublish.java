package dev.actonce.lab.demo;

import dev.actonce.core.ActionIntent;

/**
 * One publish of an action.
 *
 * @param actionIndex which action it is about: the truth that the run is judged by
 * @param kind first wish, or which retry
 * @param intent as the agent sends it
 */
public record PlannedPublish(int actionIndex, PublishKind kind, ActionIntent intent) {}
