import type { Static } from '../../../platform/schemas.ts'
import type { Priority } from './schemas.ts'

/** Names of priorities, most common first, for urgent, high, medium and low. */
const priorityNames = [
  ['highest', 'urgent', 'critical', 'blocker'],
  ['high', 'major'],
  ['medium', 'normal'],
  ['low', 'minor', 'lowest', 'trivial'],
]

/**
 * Returns the id of the matching Jira priority: by name, or else by its position in the list, which Jira orders from
 * highest to lowest. Null if there are none.
 * @param priority 1 urgent, 2 high, 3 medium, 4 low
 */
export function matchPriority(priority: number, priorities: Static<typeof Priority>[]): string | null {
  for (const name of priorityNames[priority - 1] ?? []) {
    const match = priorities.find((candidate) => candidate.name.trim().toLowerCase() === name)
    if (match) return match.id
  }
  const index = Math.round(((priority - 1) / (priorityNames.length - 1)) * (priorities.length - 1))
  return priorities[index]?.id ?? null
}
