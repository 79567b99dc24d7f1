import { type RawBuilder, sql } from 'kysely'
import { withDisplayTitle } from '../../feedback/public/title.ts'
import { isVisible } from '../../feedback/public/visibility.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import { type Cover, selectCover } from '../cover.ts'
import { type EntryTag, entryTags, type LinkedRequest, selectLinkedRequests } from '../entry-columns.ts'
import { type Reaction, selectReactions } from '../reactions/summary.ts'

/** A published entry as the portal shows it. */
export interface PublicEntry {
  id: string
  title: string
  /** Markdown. */
  body: string
  cover: Cover | null
  versionLabel: string | null
  publishedAt: string
  updatedAt: string
  tags: EntryTag[]
  /** The linked requests that are visible to customers. */
  requests: LinkedRequest[]
  /** Null if the entry does not accept reactions. */
  reactions: Reaction[] | null
  commentsEnabled: boolean
  comments: number
}

export type PublicTag = EntryTag

export interface PublicEntryFilter {
  tagId: string | null
  cursor?: string | undefined
  limit: number
}

/** Lists published entries, newest first. @throws 400 for a cursor of another list */
export async function listPublicEntries(
  scope: Scope,
  { tagId, cursor, limit }: PublicEntryFilter,
  { customerId, signer }: { customerId: string | null; signer: Signer },
): Promise<Page<PublicEntry>> {
  const cursors = createCursors(signer, 'portal changelog', scope.workspaceId, { tagId })
  const after = cursors.decode(cursor)
  const hasTag = sql`and exists (select from changelog_entry_tags l where l.workspace_id = e.workspace_id
    and l.entry_id = e.id and l.tag_id = ${tagId}::uuid)`
  const rows = await selectPublicEntries(
    scope,
    customerId,
    sql`${tagId === null ? sql`` : hasTag}
      ${after === undefined ? sql`` : sql`and (e.published_at, e.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`}
      order by e.published_at desc, e.id desc limit ${limit + 1}`,
  )
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [row.publishedAt, row.id],
    (row) => row,
  )
}

/** Loads a published entry; null for a draft and an unknown id. */
export async function getPublicEntry(scope: Scope, id: string, customerId: string | null): Promise<PublicEntry | null> {
  const [row] = await selectPublicEntries(scope, customerId, sql`and e.id = ${id}`)
  return row ?? null
}

async function selectPublicEntries(
  { db, workspaceId }: Scope,
  customerId: string | null,
  clauses: RawBuilder<unknown>,
): Promise<PublicEntry[]> {
  const { rows } = await sql<PublicEntry>`
    select e.id, e.title, e.body, e.version_label as "versionLabel", e.published_at as "publishedAt",
      greatest(e.updated_at, e.published_at) as "updatedAt", e.comments_enabled as "commentsEnabled", e.comments,
      case when e.reactions_enabled then ${selectReactions('e', customerId)} end as reactions,
      ${entryTags} as tags, ${selectCover} as cover,
      ${selectLinkedRequests(isVisible('f'))} as requests
    from changelog_entries e
    where e.workspace_id = ${workspaceId} and e.published_at is not null ${clauses}`.execute(db)
  return rows.map((entry) => ({ ...entry, requests: entry.requests.map(withDisplayTitle) }))
}

export interface AdjacentEntry {
  id: string
  title: string
}

/** Loads the entries published just before and just after an entry. */
export async function getAdjacentEntries(
  { db, workspaceId }: Scope,
  { publishedAt, id }: Pick<PublicEntry, 'publishedAt' | 'id'>,
): Promise<{ earlier: AdjacentEntry | null; later: AdjacentEntry | null }> {
  const next = (side: 'earlier' | 'later') => {
    const [operator, order] = side === 'earlier' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    return sql`(select ${sql.lit(side)} as side, id, title from changelog_entries
      where workspace_id = ${workspaceId} and published_at is not null
        and (published_at, id) ${operator} (${publishedAt}::timestamptz, ${id}::uuid)
      order by published_at ${order}, id ${order} limit 1)`
  }
  const { rows } = await sql<AdjacentEntry & { side: 'earlier' | 'later' }>`
    ${next('earlier')} union all ${next('later')}`.execute(db)
  const at = (side: string) => rows.find((row) => row.side === side) ?? null
  return { earlier: at('earlier'), later: at('later') }
}

// More tags cannot be taken in at a glance; the rest appear on their entries.
const maxTags = 20

/** Lists the tags of published entries, most used first. */
export async function listPublishedTags({ db, workspaceId }: Scope): Promise<EntryTag[]> {
  const { rows } = await sql<EntryTag>`
    select t.id, t.name, t.color from tags t
    join changelog_entry_tags l on l.workspace_id = t.workspace_id and l.tag_id = t.id
    join changelog_entries e on e.workspace_id = l.workspace_id and e.id = l.entry_id
    where t.workspace_id = ${workspaceId} and e.published_at is not null
    group by t.id, t.name, t.color order by count(*) desc, lower(t.name), t.id limit ${maxTags}`.execute(db)
  return rows
}
