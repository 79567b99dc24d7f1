import { normalizeName } from '../read/row.ts'
import { type ImportedStatus, importedStatuses } from '../records.ts'

// The names that feedback products use for their default statuses. Other names have to be mapped.
const words: Record<ImportedStatus, string[]> = {
  pending: ['pending', 'awaiting approval', 'awaiting moderation', 'needs approval'],
  in_review: [
    'in review',
    'under review',
    'reviewing',
    'reviewed',
    'open',
    'new',
    'active',
    'under consideration',
    'considering',
    'considered',
    'gathering feedback',
    'needs more info',
    'needs feedback',
    'received',
    'backlog',
  ],
  planned: ['planned', 'accepted', 'up next', 'next', 'scheduled', 'on the roadmap', 'approved'],
  in_progress: ['in progress', 'started', 'working on it', 'in development', 'building', 'doing', 'beta', 'in beta'],
  completed: [
    'completed',
    'complete',
    'done',
    'shipped',
    'released',
    'live',
    'launched',
    'implemented',
    'already exists',
    'solved',
    'resolved',
    'answered',
  ],
  closed: [
    'closed',
    'declined',
    'will not implement',
    'wont do',
    'wont fix',
    'not planned',
    'duplicate',
    'canceled',
    'cancelled',
    'archived',
    'outdated',
  ],
  rejected: ['rejected'],
  spam: ['spam'],
}

const statusByWord = new Map(
  importedStatuses.flatMap((status) => words[status].map((word) => [normalizeName(word), status] as const)),
)

export type StatusMap = ReadonlyMap<string, ImportedStatus>

/** Returns the status for each name. The given ones take precedence. */
export const statusMap = (chosen: Record<string, ImportedStatus>): StatusMap =>
  new Map([...statusByWord, ...Object.entries(chosen).map(([name, status]) => [normalizeName(name), status] as const)])
