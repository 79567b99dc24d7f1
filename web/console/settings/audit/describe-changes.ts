import { auditMessages as messages } from '../../messages/settings/audit.ts'

export interface ChangeLine {
  name: string
  /** Absent for what was not there before, or is only noted. */
  from?: string
  to: string
}

// Members that are lists by themselves, and no pair of before and after.
const lists = new Set(['scopes', 'members', 'tagIds', 'linkedFeedbackIds'])

/** What an event notes, as lines to read: ids, which say nothing to anybody, are left out. */
export function describeChanges(changes: Record<string, unknown>): ChangeLine[] {
  const { from, to } = changes
  if (isRecord(from) && isRecord(to)) return differences(from, to)
  return Object.entries(changes)
    .filter(([name]) => !/(^i|I)ds?$/.test(name))
    .map(([name, value]) => lineOf(name, value))
}

function lineOf(name: string, value: unknown): ChangeLine {
  const label = messages.member(name)
  const isPair = Array.isArray(value) && value.length === 2 && (!lists.has(name) || value.every(Array.isArray))
  if (!isPair) return { name: label, to: textOf(value) }
  return { name: label, from: textOf(value[0]), to: textOf(value[1]) }
}

function differences(from: Record<string, unknown>, to: Record<string, unknown>, path = ''): ChangeLine[] {
  return Object.keys(to).flatMap((name) => {
    const [before, after] = [from[name], to[name]]
    const place = path === '' ? name : `${path}.${name}`
    if (isRecord(before) && isRecord(after)) return differences(before, after, place)
    if (before === after) return []
    return [{ name: messages.member(place), from: textOf(before), to: textOf(after) }]
  })
}

const listedAtMost = 10

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return messages.nothing
  if (typeof value === 'boolean') return value ? messages.yes : messages.no
  if (Array.isArray(value)) {
    const shown = value.slice(0, listedAtMost).map(textOf).join(', ')
    return value.length > listedAtMost
      ? `${shown} ${messages.and(value.length - listedAtMost)}`
      : shown || messages.nothing
  }
  if (isRecord(value)) return Object.values(value).map(textOf).join(', ')
  return String(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
