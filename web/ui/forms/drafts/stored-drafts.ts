import { listStoredKeys, readStored, removeStored, writeStored } from '../../lib/browser-storage.ts'
import type { FieldValues } from './field-values.ts'

export interface StoredDraft {
  /** When it was last changed, in milliseconds. */
  at: number
  /** Only the fields that were changed. */
  fields: FieldValues
  /** The version of the record that was open. */
  version?: string | undefined
}

const prefix = 'heed:drafts:'
// Earlier versions stored drafts without their author, so they can be offered to nobody.
const formerPrefixes = ['heed:draft:', 'heed:draft-of:']
// Nobody looks for a draft after a month; it also ends what a shared computer keeps.
const maxAgeMs = 30 * 24 * 60 * 60 * 1000
// At 10,000 characters each, half of the 5 MB that browsers allow.
const maxDrafts = 100

/** `scope` names the author, `tab` the browser tab, and `key` the form: `entry:<id>`. */
export const slotOf = (scope: string, tab: string, key: string): string => `${prefix}${scope}:${tab}:${key}`

/** The slots of this form that hold a draft, by any tab. */
export const listSlots = (scope: string, key: string): string[] =>
  listStoredKeys().filter(
    (slot) => slot.startsWith(`${prefix}${scope}:`) && keyOf(slot) === key && readDraft(slot) !== null,
  )

/** Returns null for what is no draft, such as one written by another version. */
export function readDraft(slot: string): StoredDraft | null {
  try {
    const draft: Partial<StoredDraft> | null = JSON.parse(readStored(slot) ?? 'null')
    return typeof draft?.at === 'number' && typeof draft.fields === 'object' ? (draft as StoredDraft) : null
  } catch {
    // Not JSON.
    return null
  }
}

/** Stores a draft; removes the oldest of others while there is no room. */
export function writeDraft(slot: string, draft: StoredDraft): void {
  const text = JSON.stringify(draft)
  if (writeStored(slot, text)) return
  for (const other of byAge()) {
    if (other.slot === slot) continue
    removeStored(other.slot)
    if (writeStored(slot, text)) return
  }
}

/** Gives a draft to another tab. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from)
  if (draft === null) return
  // First, so that there is room for the second copy.
  removeStored(from)
  writeDraft(to, draft)
}

export const removeDraft = removeStored

/** Removes drafts that are too old or too many, and those of earlier versions. */
export function pruneDrafts(now: number): void {
  for (const key of listStoredKeys()) if (formerPrefixes.some((former) => key.startsWith(former))) removeStored(key)
  const drafts = byAge()
  const surplus = drafts.length - maxDrafts
  drafts.forEach(({ slot, at }, index) => {
    if (index < surplus || now - at > maxAgeMs) removeStored(slot)
  })
}

/** Removes the drafts of a record that no longer exists: everyone’s, or those of one author. */
export function forgetDraftsOf(recordId: string, scope?: string): void {
  for (const slot of allSlots())
    if (keyOf(slot).split(':').includes(recordId) && (scope === undefined || slot.startsWith(`${prefix}${scope}:`)))
      removeStored(slot)
}

const allSlots = () => listStoredKeys().filter((key) => key.startsWith(prefix))

/** Oldest first; what is no draft comes first of all. */
const byAge = () =>
  allSlots()
    .map((slot) => ({ slot, at: readDraft(slot)?.at ?? 0 }))
    .sort((a, b) => a.at - b.at)

/** The form's key, after scope and tab, which contain no colon. */
const keyOf = (slot: string): string => slot.slice(prefix.length).split(':').slice(2).join(':')
