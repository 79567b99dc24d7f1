import { auditFieldMessages, auditMessages as messages } from '../../messages/settings/audit.ts'

export interface ChangeLine {
  name: string
  /** Absent for a value that was added or only recorded. */
  from?: string
  to: string
}

// Members whose value is a list, not a pair of before and after.
const listMembers = new Set(['scopes', 'members', 'tagIds', 'linkedFeedbackIds', 'events', 'types'])

/** Describes the recorded changes of an event, one line per member. Leaves out ids, which mean nothing to a reader. */
export function describeChanges(changes: Record<string, unknown>): ChangeLine[] {
  const { from, to } = changes
  if (isRecord(from) && isRecord(to)) return differences(from, to)
  return Object.entries(changes)
    .filter(([name]) => !/(^i|I)ds?$/.test(name))
    .map(([name, value]) => describeChange(name, value))
}

function describeChange(name: string, value: unknown): ChangeLine {
  const label = fieldLabel(name)
  const isPair = Array.isArray(value) && value.length === 2 && (!listMembers.has(name) || value.every(Array.isArray))
  if (!isPair) return { name: label, to: formatValue(value) }
  return { name: label, from: formatValue(value[0]), to: formatValue(value[1]) }
}

function differences(from: Record<string, unknown>, to: Record<string, unknown>, parentPath = ''): ChangeLine[] {
  return Object.keys(to).flatMap((name) => {
    const [before, after] = [from[name], to[name]]
    const path = parentPath === '' ? name : `${parentPath}.${name}`
    if (isRecord(before) && isRecord(after)) return differences(before, after, path)
    if (before === after) return []
    return [{ name: fieldLabel(path), from: formatValue(before), to: formatValue(after) }]
  })
}

const labels: Record<string, string> = auditFieldMessages

const fieldLabel = (path: string): string => labels[path] ?? humanize(path)

/** Converts `stageMapping.backlog` to "Stage mapping, backlog". */
function humanize(path: string): string {
  const text = path
    .replaceAll(/[._]/g, ', ')
    .replaceAll(/([a-z])([A-Z])/g, (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`)
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

const maxListedValues = 10

function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return messages.nothing
  if (typeof value === 'boolean') return value ? messages.yes : messages.no
  if (Array.isArray(value)) {
    const shown = value.slice(0, maxListedValues).map(formatValue).join(', ')
    return value.length > maxListedValues
      ? `${shown} ${messages.more({ count: value.length - maxListedValues })}`
      : shown || messages.nothing
  }
  if (isRecord(value)) return Object.values(value).map(formatValue).join(', ')
  return String(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
