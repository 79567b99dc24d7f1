import { defineMessages } from '#i18n/messages.ts'
import type { Stage } from '../feedback/schema.ts'

/** What customers read, unless the workspace has renamed the stage. */
export const publicStageNames = defineMessages({
  pending: 'Waiting for review',
  in_review: 'Under consideration',
  planned: 'Planned',
  in_progress: 'In progress',
  completed: 'Completed',
  closed: 'Closed',
} satisfies Record<Stage, string>)
