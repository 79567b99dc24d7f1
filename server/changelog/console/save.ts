import { permit } from '../../platform/authorization.ts'
import { invalid } from '../../platform/problems.ts'
import { Nullable, type Static, Strict, Type } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { findOrCreateTags } from '../../tags/find-or-create.ts'
import { TagCreate } from '../../tags/schema.ts'
import { maxCoverAltLength } from '../cover.ts'
import { createEntry } from '../create.ts'
import { changelogCan } from '../permissions.ts'
import { PublicationPlan } from '../publishing/plan.ts'
import { resolveLocalTime, toLocalTimes } from '../publishing/time-zones.ts'
import { getEntry, lockEntry } from '../queries.ts'
import { type Entry, EntryCreate, type EntryUpdate } from '../schema.ts'
import { updateEntry } from '../update.ts'

const { scheduledPublishAt: _, scheduledTimezone: __, ...texts } = EntryCreate.properties
const maxTags = 20

/** An entry as the editor submits it: every field, with the schedule in local time. */
export const EntryForm = Strict({
  ...texts,
  /** The path of an uploaded image; null without a cover. If it is absent, as from a page of an earlier version, the
   * entry keeps its cover. */
  coverUrl: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  /** The alternative text of the cover. */
  coverAlt: Type.Optional(Type.String({ maxLength: maxCoverAltLength })),
  /** Names of tags to create unless they exist. */
  newTags: Type.Array(TagCreate.properties.name, { maxItems: maxTags }),
  /** `2026-09-30T09:00`; null without a schedule. */
  scheduledPublishAt: Nullable(Type.String({ maxLength: 32 })),
  /** An IANA time zone name. */
  scheduledTimezone: Type.String({ maxLength: 64 }),
  /** The plan of a scheduled entry. If absent, as from a page of an earlier version, the entry keeps its plan. */
  plan: Type.Optional(PublicationPlan),
})
export type EntryForm = Static<typeof EntryForm>

/** The version of an entry that the editor was opened with; a null `updatedAt` accepts any version. */
export interface EntryVersion {
  id: string
  updatedAt: string | null
}

/**
 * Saves the editor's form, as a new draft or over the entry it was opened with.
 * @throws 404; 403; 400 as for the API, and on `/updatedAt` if someone else has changed the entry since
 */
export async function saveEntry(tx: WriteScope, opened: EntryVersion | null, form: EntryForm): Promise<Entry> {
  permit(changelogCan(tx.actor).write)
  const before = opened && (await lockUnchangedEntry(tx, opened))
  const { newTags, scheduledPublishAt, scheduledTimezone, plan, coverUrl, coverAlt = '', ...rest } = form
  const schedule = resolveSchedule(before, scheduledPublishAt, scheduledTimezone)
  const tagIds = keepOrder(before?.tagIds ?? [], await resolveTagIds(tx, form))
  const input = { ...rest, ...schedule, tagIds }
  const cover = typeof coverUrl === 'string' ? { url: coverUrl, alt: coverAlt.trim() } : coverUrl
  return before ? updateEntry(tx, before.id, input, { plan, cover }) : createEntry(tx, input, { plan, cover })
}

/** Locks and loads an entry. @throws 404; 400 on `/updatedAt` if it has changed since that version */
export async function lockUnchangedEntry(tx: WriteScope, { id, updatedAt }: EntryVersion): Promise<Entry> {
  await lockEntry(tx, id)
  const entry = await getEntry(tx, id)
  if (updatedAt === null || updatedAt === entry.updatedAt) return entry
  throw invalid([
    { path: '/updatedAt', message: 'someone else has changed this entry since; nothing was saved', code: 'outdated' },
  ])
}

async function resolveTagIds(tx: WriteScope, { tagIds = [], newTags }: EntryForm): Promise<string[]> {
  const all = [...new Set([...tagIds.map((id) => id.toLowerCase()), ...(await findOrCreateTags(tx, newTags))])]
  if (all.length <= maxTags) return all
  throw invalid([
    { path: '/tagIds', message: `must have at most ${maxTags} items`, code: 'maxItems', values: { limit: maxTags } },
  ])
}

/** Keeps the order of the tags that the entry has, because the form sends them in the order of their names. */
const keepOrder = (before: string[], chosen: string[]): string[] => [
  ...before.filter((id) => chosen.includes(id)),
  ...chosen.filter((id) => !before.includes(id)),
]

/** Keeps an unchanged schedule to the second, even if it has just become due. */
function resolveSchedule(before: Entry | null, local: string | null, zone: string): EntryUpdate {
  if (before?.state === 'published') return {}
  if (local === null) return { scheduledPublishAt: null, scheduledTimezone: null }
  const at = before?.scheduledPublishAt ?? null
  if (at !== null && toLocalTimes(at, [zone])[0]!.local === local) return { scheduledTimezone: zone }
  const { instant, localTime: wall } = resolveLocalTime(local, zone)
  return { scheduledPublishAt: instant, scheduledTimezone: wall.zone }
}
