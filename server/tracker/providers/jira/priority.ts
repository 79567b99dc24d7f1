import type { Static } from '../../../platform/schemas.ts'
import type { Priority } from './schemas.ts'

/** What sites call priorities, the most usual name first; urgent, high, medium, low. */
const priorityNames = [
  ['highest', 'urgent', 'critical', 'blocker'],
  ['high', 'major'],
  ['medium', 'normal'],
  ['low', 'minor', 'lowest', 'trivial'],
]

/**
 * The id of the priority that stands for one of ours: by its name, else by its place among all, which Jira lists from
 * the highest to the lowest. Null when there are none.
 * @param priority 1 urgent, 2 high, 3 medium, 4 low
 */
export function matchPriority(priority: number, offered: Static<typeof Priority>[]): string | null {
  for (const name of priorityNames[priority - 1] ?? []) {
    const named = offered.find((each) => each.name.trim().toLowerCase() === name)
    if (named) return named.id
  }
  const place = Math.round(((priority - 1) / (priorityNames.length - 1)) * (offered.length - 1))
  return offered[place]?.id ?? null
}
