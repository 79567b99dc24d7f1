import type { EventType } from '#server/events/types.ts'
import { eventMessages } from '../../messages/settings/webhooks.ts'

export type ListedType = keyof typeof eventMessages.types

type EventGroup = keyof typeof eventMessages.groups

/** Left out of the picker: every webhook gets its own tests, and nothing can be imported yet. */
type UnlistedType = 'webhook.test' | 'import.finished'

// Fails the type check for a type of event that is missing in the messages.
const labels: Record<Exclude<EventType, UnlistedType>, string> = eventMessages.types

/** The types of events by resource, in the order of the picker. */
export const eventGroups = (Object.keys(eventMessages.groups) as EventGroup[]).map((group) => ({
  group,
  types: (Object.keys(labels) as ListedType[]).filter((type) => type.startsWith(`${group}.`)),
}))

/** Returns the types of a subscription that the picker does not list, so that a change keeps them. */
export const unlistedTypes = (events: readonly string[]): string[] =>
  events.filter((type) => type !== '*' && !Object.hasOwn(labels, type))
