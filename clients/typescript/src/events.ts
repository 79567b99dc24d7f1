import type {
  Board,
  ChangelogEntry,
  Comment,
  Company,
  Customer,
  Event,
  Feedback,
  RoadmapItem,
  Vote,
} from './generated/types.ts'

/** The type of an event's data, by the first part of the event's type. */
interface DataByResource {
  board: Board
  changelog: ChangelogEntry
  comment: Comment & { feedbackId?: string; entryId?: string }
  company: Company
  /** Once the customer is deleted, older events have only the id. */
  customer: Pick<Customer, 'id'> & Partial<Customer>
  feedback: Feedback
  roadmap: RoadmapItem
  vote: Vote
}

type ResourceOf<Type extends string> = Type extends `${infer Resource}.${string}` ? Resource : never

type DataOf<Type extends string> =
  ResourceOf<Type> extends keyof DataByResource ? DataByResource[ResourceOf<Type>] : Record<string, unknown>

/** The types of events, such as `feedback.created`. */
export type EventType = Event['type']

/** A change in the workspace. `type` says what `data` is. */
export type HeedEvent = {
  [Type in EventType]: Omit<Event, 'type' | 'data'> & { type: Type; data: DataOf<Type> }
}[EventType]

/** What a webhook receives. `id` is the same for every retry: use it to skip an event that you have processed. */
export type WebhookEvent = {
  [Type in EventType]: { id: string; type: Type; timestamp: string; data: DataOf<Type> }
}[EventType]
