import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'
import type { OrganizeChoices } from './load-choices.ts'
import { nobody, parseTagChange } from './values.ts'

export interface Organized {
  owner: { id: string; name: string } | null
  board: { id: string; name: string }
  tags: { id: string; name: string; color: string }[]
}

/** Returns owner, board and tags of a request as they will be once the server has applied the pending changes. */
export function applyPendingOrganizing<T extends Organized>(
  id: string,
  current: T,
  pending: PendingStageChange[],
  choices: OrganizeChoices,
): T {
  const mine = pending.filter(({ ids, value }) => value !== undefined && ids.includes(id))
  const { owner, board, tags } = mine.reduce<Organized>(
    (before, { intent, value }) => applyChange(before, intent, value!, choices),
    current,
  )
  return mine.length === 0 ? current : { ...current, owner, board: { ...current.board, ...board }, tags }
}

function applyChange(
  before: Organized,
  intent: PendingStageChange['intent'],
  value: string,
  { members, boards, tags }: OrganizeChoices,
): Organized {
  if (intent === 'owner') {
    return { ...before, owner: value === nobody ? null : (members.find(({ id }) => id === value) ?? before.owner) }
  }
  if (intent === 'board') return { ...before, board: boards.find(({ id }) => id === value) ?? before.board }
  if (intent !== 'tag') return before
  const change = parseTagChange(value)
  if (change.kind === 'remove') return { ...before, tags: before.tags.filter(({ id }) => id !== change.value) }
  const added =
    change.kind === 'create'
      ? { id: change.value, name: change.value, color: newTagColor }
      : tags.find(({ id }) => id === change.value)
  const isNew = added !== undefined && !before.tags.some(({ id }) => id === added.id)
  return isNew ? { ...before, tags: [...before.tags, added].sort((a, b) => (a.name < b.name ? -1 : 1)) } : before
}

// Until the server has chosen one.
const newTagColor = '#8a8a8a'
