import { mayReadCustomerEvents } from '../events/customer-events.ts'
import { isAboutCustomer } from '../events/types.ts'
import { type ProblemDetail, problem } from '../platform/problems.ts'
import type { Actor } from '../platform/scope.ts'
import { allEvents } from './schema.ts'

/** Returns what is wrong with the types of events that a webhook subscribes to. */
export const eventProblems = (events: string[]): ProblemDetail[] =>
  events.includes(allEvents) && events.length > 1
    ? [{ path: '/events', message: 'must be either only `*` or a list of event types', code: 'not-allowed' }]
    : []

/** Rejects a subscription to events about customers by a key that may not read them. @throws 403 */
export function permitEvents(actor: Actor, events: string[]): void {
  const showsCustomers = events.some((type) => type === allEvents || isAboutCustomer(type))
  if (!showsCustomers || mayReadCustomerEvents(actor)) return
  throw problem(
    'forbidden',
    'Events about customers show their email addresses, so this key also needs the scope customers:read.',
  )
}
