import type { RegisteredOperation } from '../platform/http/api/operations.ts'
import type { ToolDefinition } from './tools.ts'

/** The effects of a tool, for the person who is asked to approve its call. */
interface Effect {
  hints: ToolDefinition['annotations']
  /** Effects that cannot be undone or that reach other people. */
  warning?: string
  /** Replaces the description of the operation if that describes HTTP. */
  description?: string
}

type Exception = Partial<ToolDefinition['annotations']> & Pick<Effect, 'warning' | 'description'>

// A change of stage is emailed, at most once an hour.
const notifies: Exception = {
  openWorldHint: true,
  warning: 'Customers who follow the request may get an email about a new stage.',
}

/** The operations whose effects do not follow from their method. */
export const exceptions: Record<string, Exception> = {
  createFeedback: {
    description:
      'A request with a submitter starts with the submitter’s vote. A new submitter counts toward the plan’s tracked customers.',
  },
  setFeedbackStage: notifies,
  setFeedbackStatus: notifies,
  setRoadmapStatus: notifies,
  // Repeating it moves the same item to the same place.
  promoteFeedback: { ...notifies, destructiveHint: true, idempotentHint: true },
  createFeedbackComment: {
    openWorldHint: true,
    warning:
      'A staff reply is public and may be emailed to customers who follow the request, unless isInternal is true.',
  },
  createChangelogComment: { openWorldHint: true, warning: 'A comment is public, unless isInternal is true.' },
  publishChangelogEntry: {
    openWorldHint: true,
    destructiveHint: true,
    idempotentHint: true,
    description: 'Makes the entry public.',
    warning: 'The first time, it emails every subscribed customer, which cannot be undone: ask the user first.',
  },
  updateChangelogEntry: {
    openWorldHint: true,
    warning: 'With scheduledPublishAt, the entry is published and emailed at that time: ask the user first.',
  },
  createChangelogEntry: {
    openWorldHint: true,
    warning: 'With scheduledPublishAt, the entry is published and emailed at that time: ask the user first.',
  },
  previewTrackerIssue: { openWorldHint: true },
  sendToTracker: {
    openWorldHint: true,
    idempotentHint: true,
    description:
      'Creates an issue in Linear, GitHub or Jira and links it; a request that has one keeps it, and sending again never creates a second.',
  },
  createWebhook: { openWorldHint: true },
  updateWebhook: { openWorldHint: true },
  testWebhook: { openWorldHint: true },
  replayWebhookDelivery: { openWorldHint: true },
  replayWebhookEvents: { openWorldHint: true },
  rotateWebhookSecret: {
    destructiveHint: true,
    warning: 'The receiver must learn the new secret before the overlap ends.',
  },
  setVote: { destructiveHint: false, description: 'Has no effect if the customer has voted already.' },
  removeVote: { description: 'Has no effect if the customer has not voted.' },
  upsertCustomer: {
    description:
      'Finds the customer by externalId, or else by email, ignoring case. Absent arguments keep their value, and null clears one. attributes replaces all attributes. A new customer counts toward the plan’s tracked customers.',
  },
  upsertCompany: {
    description:
      'Finds the company by externalId. Absent arguments keep their value. attributes replaces all attributes.',
  },
  deleteCustomer: { warning: 'Cannot be undone: ask the user first.' },
  deleteChangelogEntry: { warning: 'Cannot be undone: ask the user first.' },
}

/** A PATCH or PUT replaces values, which are lost; a POST adds something each time, unless an exception says otherwise. */
export function effectOf({ operationId, method }: Pick<RegisteredOperation, 'operationId' | 'method'>): Effect {
  const { warning, description, ...hints } = exceptions[operationId] ?? {}
  return {
    hints: {
      readOnlyHint: method === 'GET',
      destructiveHint: method !== 'GET' && method !== 'POST',
      idempotentHint: method !== 'POST',
      openWorldHint: false,
      ...hints,
    },
    ...(warning !== undefined && { warning }),
    ...(description !== undefined && { description }),
  }
}
