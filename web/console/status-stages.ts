import type { RoadmapStatus } from '#server/roadmap/schema.ts'
import type { Stage } from '../ui/messages.ts'

/** The stage whose icon and color each column uses. */
export const statusStages = {
  planned: 'planned',
  in_progress: 'in_progress',
  done: 'completed',
  closed: 'closed',
} satisfies Record<RoadmapStatus, Stage>
