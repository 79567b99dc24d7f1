import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { invalid } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import { type LockedRequest, lockRequests } from './lock.ts'

export interface TagChange {
  id: string
  title: string
  /** The ids of the tags. */
  added: string[]
  removed: string[]
}

/**
 * Gives requests exactly these tags. Tags are the team's own: the API does not show them.
 * @returns the requests whose tags changed.
 * @throws 400 on `/tagIds` unless all are tags of the workspace; 400 for more than 100 requests; 403; 404
 */
export async function setTags(tx: WriteScope, ids: string[], tagIds: string[]): Promise<TagChange[]> {
  permit(feedbackCan(tx.actor).organize)
  return changeTags(tx, ids, tagIds, (current) => ({
    added: tagIds.filter((id) => !current.has(id)),
    removed: [...current].filter((id) => !tagIds.includes(id)),
  }))
}

/** Adds tags to requests. Results and errors are those of `setTags`. */
export async function addTags(tx: WriteScope, ids: string[], tagIds: string[]): Promise<TagChange[]> {
  permit(feedbackCan(tx.actor).organize)
  return changeTags(tx, ids, tagIds, (current) => ({ added: tagIds.filter((id) => !current.has(id)), removed: [] }))
}

/** Removes tags from requests. Results and errors are those of `setTags`. */
export async function removeTags(tx: WriteScope, ids: string[], tagIds: string[]): Promise<TagChange[]> {
  permit(feedbackCan(tx.actor).organize)
  return changeTags(tx, ids, tagIds, (current) => ({ added: [], removed: tagIds.filter((id) => current.has(id)) }))
}

type Decide = (current: ReadonlySet<string>) => Pick<TagChange, 'added' | 'removed'>

async function changeTags(tx: WriteScope, ids: string[], tagIds: string[], decide: Decide): Promise<TagChange[]> {
  const locked = await lockRequests(tx, ids)
  const [current, names] = await loadTags(tx, locked, tagIds)
  if (tagIds.some((id) => !names.has(id))) throw unknownTag()
  return writeTags(
    tx,
    locked.map(({ id, title }) => ({ id, title, ...decide(current.get(id) ?? new Set()) })),
    names,
  )
}

type TagNames = ReadonlyMap<string, string>

/** Loads the tags that locked requests have, by request, and the names of these and others. */
export async function loadTags(
  { db, workspaceId }: WriteScope,
  requests: LockedRequest[],
  otherIds: string[],
): Promise<[tags: Map<string, Set<string>>, names: TagNames]> {
  const [rows, others] = await Promise.all([
    db
      .selectFrom('feedback_tags as l')
      .innerJoin('tags as t', (join) =>
        join.onRef('t.workspace_id', '=', 'l.workspace_id').onRef('t.id', '=', 'l.tag_id'),
      )
      .select(['l.feedback_id as feedbackId', 't.id', 't.name'])
      .where('l.workspace_id', '=', workspaceId)
      .where(sql<boolean>`l.feedback_id = any(${requests.map(({ id }) => id)}::uuid[])`)
      .execute(),
    // A tag that is being deleted is waited for: the insert would fail.
    db
      .selectFrom('tags')
      .select(['id', 'name'])
      .where('workspace_id', '=', workspaceId)
      .where(sql<boolean>`id = any(${otherIds}::uuid[])`)
      .orderBy('id')
      .forKeyShare()
      .execute(),
  ])
  const tags = new Map(
    [...Map.groupBy(rows, ({ feedbackId }) => feedbackId)].map(
      ([id, group]) => [id, new Set(group.map((row) => row.id))] as const,
    ),
  )
  return [tags, new Map([...rows, ...others].map(({ id, name }) => [id, name]))]
}

/** Writes changes of the tags of locked requests. */
export function writeTags(tx: WriteScope, wanted: TagChange[], names: TagNames): TagChange[] {
  const changes = wanted.filter(({ added, removed }) => added.length + removed.length > 0)
  const pairs = (list: 'added' | 'removed') => {
    const rows = changes.flatMap((change) => change[list].map((tagId) => [change.id, tagId] as const))
    return sql`unnest(${rows.map(([id]) => id)}::uuid[], ${rows.map(([, tagId]) => tagId)}::uuid[]) as n (id, tag_id)`
  }
  const { db, workspaceId } = tx
  if (changes.some(({ added }) => added.length > 0)) {
    tx.defer(
      sql`insert into feedback_tags (workspace_id, feedback_id, tag_id)
        select ${workspaceId}, n.id, n.tag_id from ${pairs('added')} on conflict do nothing`.execute(db),
    )
  }
  if (changes.some(({ removed }) => removed.length > 0)) {
    tx.defer(
      sql`delete from feedback_tags l using ${pairs('removed')}
        where l.workspace_id = ${workspaceId} and l.feedback_id = n.id and l.tag_id = n.tag_id`.execute(db),
    )
  }
  const list = (ids: string[]) => ids.map((id) => ({ id, name: names.get(id)! }))
  for (const { id, added, removed } of changes)
    audit(tx, 'feedback.tags_changed', id, { added: list(added), removed: list(removed) })
  return changes
}

const unknownTag = () => invalid([{ path: '/tagIds', message: 'must be tags of this workspace', code: 'gone' }])
