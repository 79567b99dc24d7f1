import type { Actor } from '../platform/scope.ts'
import { type EventType, eventTypes, isAboutCustomer } from './types.ts'

/**
 * Returns whether an actor may read events about customers, which show personal data. A key or app needs `customers:read` in
 * addition to the scope of the operation (contract, part two, section 2).
 */
export const mayReadCustomerEvents = (actor: Actor): boolean => hasScope(actor, 'customers:read')

/** Returns whether an actor may read events of this type. A test event shows the URL of a webhook. */
export const mayReadEvent = (actor: Actor, type: string): boolean =>
  isAboutCustomer(type) ? mayReadCustomerEvents(actor) : type !== 'webhook.test' || hasScope(actor, 'webhooks:read')

/** Returns the types that an actor may read; null for all. */
export function readableTypes(actor: Actor): EventType[] | null {
  const types = eventTypes.filter((type) => mayReadEvent(actor, type))
  return types.length === eventTypes.length ? null : types
}

const hasScope = ({ type, scopes }: Actor, scope: string): boolean =>
  (type !== 'key' && type !== 'app') || (scopes as ReadonlySet<string> | undefined)?.has(scope) === true
