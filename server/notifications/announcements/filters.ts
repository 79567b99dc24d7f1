import { invalid, invalidState } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { type Audience, toAudienceColumns } from './audience.ts'

/*
 * An announcement to a board or a tag that does not exist would reach nobody. A plan locks its board or tag, and the
 * deletion locks it too, before it looks for plans: one of the two waits for the other.
 */

/** Locks the board or tag of an audience, if it has one. @throws 400 on `/audience` if it does not exist */
export async function lockAudience({ db, workspaceId }: WriteScope, audience: Audience): Promise<void> {
  const { audience: kind, audience_id: id } = toAudienceColumns(audience)
  if (id === null) return
  const found = await db
    .selectFrom(kind === 'board' ? 'boards' : 'tags')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirst()
  if (found) return
  throw invalid([{ path: '/audience', message: `must be a ${kind} of this workspace`, code: 'gone' }])
}

/**
 * Checks that no scheduled or recently published entry will email the audience of a board or tag, which is locked and
 * about to be deleted.
 * @throws 400 naming the entry
 */
export async function requireUnplanned(
  scope: Scope,
  kind: 'board' | 'tag',
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { db, workspaceId } = scope
  const entry = await db
    .selectFrom('changelog_entries')
    .select('title')
    .where('workspace_id', '=', workspaceId)
    .where('scheduled_publish_at', 'is not', null)
    .where('publish_audience', '=', kind)
    .where('publish_audience_id', '=', id)
    .orderBy('scheduled_publish_at')
    .executeTakeFirst()
  const people = kind === 'board' ? `who asked on “${name}”` : `who asked for requests with “${name}”`
  await requireAnnounced(scope, kind, id, people)
  if (!entry) return
  throw invalidState(
    `The scheduled entry “${entry.title}” will email the people ${people}. Choose whom it emails instead, then delete the ${kind}.`,
  )
}

/** Checks that the recipients of every published entry with this audience are listed. @throws 400 naming the entry */
async function requireAnnounced(
  { db, workspaceId }: Scope,
  kind: 'board' | 'tag',
  id: string,
  people: string,
): Promise<void> {
  const entry = await db
    .selectFrom('announcements as a')
    .innerJoin('changelog_entries as e', (join) =>
      join.onRef('e.workspace_id', '=', 'a.workspace_id').onRef('e.id', '=', 'a.entry_id'),
    )
    .select('e.title')
    .where('a.workspace_id', '=', workspaceId)
    .where('a.fanned_out_at', 'is', null)
    .where('a.audience', '=', kind)
    .where('a.audience_id', '=', id)
    .executeTakeFirst()
  if (!entry) return
  throw invalidState(
    `The entry “${entry.title}” is about to email the people ${people}. Wait a few minutes, then delete the ${kind}.`,
  )
}
