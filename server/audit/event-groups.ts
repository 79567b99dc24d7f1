import { type EventType, eventTypes } from './record.ts'

export interface EventGroup {
  /** The first word of its kinds of events. */
  id: string
  types: EventType[]
}

/** Every kind of event by what it is about, for a filter to choose from. */
export const eventGroups: EventGroup[] = [...Map.groupBy(eventTypes, (type) => type.split('.', 1)[0]!)]
  .map(([id, types]) => ({ id, types: types.toSorted() }))
  .sort((a, b) => (a.id < b.id ? -1 : 1))
