import { permit } from '../../platform/authorization.ts'
import { invalid } from '../../platform/problems.ts'
import { Nullable, type Static, Strict, Type } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { findOrCreateTags } from '../../tags/find-or-create.ts'
import { TagCreate } from '../../tags/schema.ts'
import { createEntry } from '../create.ts'
import { changelogCan } from '../permissions.ts'
import { resolveLocalTime, toLocalTimes } from '../publishing/time-zones.ts'
import { getEntry, lockEntry } from '../queries.ts'
import { type Entry, EntryCreate, type EntryUpdate } from '../schema.ts'
import { updateEntry } from '../update.ts'

const { scheduledPublishAt: _, scheduledTimezone: __, ...texts } = EntryCreate.properties
const tagsAtMost = 20

/** An entry as the editor sends it: all of it, with the schedule by the clock on a wall. */
export const EntryForm = Strict({
  ...texts,
  /** Names of tags that are made when there are none of them. */
  newTags: Type.Array(TagCreate.properties.name, { maxItems: tagsAtMost }),
  /** `2026-09-30T09:00`; null for none. */
  scheduledPublishAt: Nullable(Type.String({ maxLength: 32 })),
  /** An IANA name. */
  scheduledTimezone: Type.String({ maxLength: 64 }),
})
export type EntryForm = Static<typeof EntryForm>

/** What an editor was opened with: the entry, and when that was last changed; null for whatever it is by now. */
export interface EntryVersion {
  id: string
  updatedAt: string | null
}

/**
 * Writes what an editor holds, as a new draft or over the entry that it was opened with.
 * @throws 404; 403; 400 as for the API, and on `/updatedAt` when somebody else has changed it meanwhile
 */
export async function saveEntry(tx: WriteScope, opened: EntryVersion | null, form: EntryForm): Promise<Entry> {
  permit(changelogCan(tx.actor).write)
  const before = opened && (await lockUnchangedEntry(tx, opened))
  const { newTags, scheduledPublishAt, scheduledTimezone, ...rest } = form
  const schedule = resolveSchedule(before, scheduledPublishAt, scheduledTimezone)
  const input = { ...rest, ...schedule, tagIds: await resolveTagIds(tx, form) }
  return before ? updateEntry(tx, before.id, input) : createEntry(tx, input)
}

/** The entry, held until the transaction ends. @throws 404; 400 on `/updatedAt` when it was changed meanwhile */
export async function lockUnchangedEntry(tx: WriteScope, { id, updatedAt: since }: EntryVersion): Promise<Entry> {
  await lockEntry(tx, id)
  const entry = await getEntry(tx, id)
  if (since === null || since === entry.updatedAt) return entry
  throw invalid([{ path: '/updatedAt', message: 'somebody else changed this entry meanwhile; nothing was saved' }])
}

async function resolveTagIds(tx: WriteScope, { tagIds = [], newTags }: EntryForm): Promise<string[]> {
  const all = [...new Set([...tagIds.map((id) => id.toLowerCase()), ...(await findOrCreateTags(tx, newTags))])]
  if (all.length <= tagsAtMost) return all
  throw invalid([{ path: '/tagIds', message: `must have at most ${tagsAtMost} items` }])
}

/** A schedule that shows the same as before stays to the second, also when its moment has just come. */
function resolveSchedule(before: Entry | null, local: string | null, zone: string): EntryUpdate {
  if (before?.state === 'published') return {}
  if (local === null) return { scheduledPublishAt: null, scheduledTimezone: null }
  const at = before?.scheduledPublishAt ?? null
  if (at !== null && toLocalTimes(at, [zone])[0]!.local === local) return { scheduledTimezone: zone }
  const { instant, localTime: wall } = resolveLocalTime(local, zone)
  return { scheduledPublishAt: instant, scheduledTimezone: wall.zone }
}
