import type { Actor, Scope } from '../platform/scope.ts'
import { type EventScope, pendingOf } from './pending.ts'
import type { EventType } from './types.ts'

/** Loads resources as their GET presents them, as JSON text by id. Ids without a resource are left out. */
export type LoadResources = (scope: Scope, ids: string[]) => Promise<Map<string, string>>

/** Changed members of the resource: the values before and after. */
export type EventChanges = Record<string, { from: unknown; to: unknown }>

export interface NewEvent {
  type: EventType
  /** The resource that the event is about. */
  resourceId: string
  /**
   * The resource as its GET presents it, if the caller has it or is about to delete it. Otherwise, a function that loads
   * it, which is called once for all events of the transaction, before the commit.
   */
  data: object | LoadResources
  changes?: EventChanges | undefined
}

export interface PendingEvent extends NewEvent {
  actor: Actor
}

/**
 * Records an event in the transaction of the change (contract, part two, section 2). Events are inserted last, just before
 * the commit, because that locks the workspace's counter, which other transactions of the workspace then wait for
 * (ADR 0034).
 */
export function recordEvent(tx: EventScope, event: NewEvent): void {
  pendingOf(tx).events.push({ ...event, actor: tx.actor })
}
