import { type RawBuilder, sql } from 'kysely'
import { isVisible } from '../../feedback/public/visibility.ts'
import type { Stage } from '../../feedback/schema.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import { type Reaction, selectReactions } from '../reactions/summary.ts'

/** A published entry as everybody sees it. */
export interface PublicEntry {
  id: string
  title: string
  /** Markdown. */
  body: string
  versionLabel: string | null
  publishedAt: string
  updatedAt: string
  tags: PublicTag[]
  /** Those of the linked requests that customers may know of. */
  requests: { id: string; title: string; stage: Stage }[]
  /** Null when the entry takes none. */
  reactions: Reaction[] | null
  commentsEnabled: boolean
  comments: number
}

export interface PublicTag {
  id: string
  name: string
  color: string
}

export interface PublicEntryFilter {
  tagId: string | null
  cursor?: string | undefined
  limit: number
}

/** A page of entries, the one that was published last first. @throws 400 for a cursor that is not of this list */
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

/** @returns null for a draft, and for what is not there. */
export async function getPublicEntry(scope: Scope, id: string, customerId: string | null): Promise<PublicEntry | null> {
  const [row] = await selectPublicEntries(scope, customerId, sql`and e.id = ${id}`)
  return row ?? null
}

async function selectPublicEntries(
  { db, workspaceId }: Scope,
  customerId: string | null,
  which: RawBuilder<unknown>,
): Promise<PublicEntry[]> {
  const { rows } = await sql<PublicEntry>`
    select e.id, e.title, e.body, e.version_label as "versionLabel", e.published_at as "publishedAt",
      greatest(e.updated_at, e.published_at) as "updatedAt", e.comments_enabled as "commentsEnabled", e.comments,
      case when e.reactions_enabled then ${selectReactions('e', customerId)} end as reactions,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by l.position)
        from changelog_entry_tags l join tags t on t.workspace_id = l.workspace_id and t.id = l.tag_id
        where l.workspace_id = e.workspace_id and l.entry_id = e.id), '[]') as tags,
      coalesce((select json_agg(json_build_object('id', f.id, 'title', f.title, 'stage', f.stage) order by l.position)
        from changelog_entry_feedback l
        join feedback f on f.workspace_id = l.workspace_id and f.id = l.feedback_id
        where l.workspace_id = e.workspace_id and l.entry_id = e.id and ${isVisible('f')}), '[]') as requests
    from changelog_entries e
    where e.workspace_id = ${workspaceId} and e.published_at is not null ${which}`.execute(db)
  return rows
}

export interface AdjacentEntry {
  id: string
  title: string
}

/** What was published just before an entry and just after it. */
export async function getAdjacentEntries(
  { db, workspaceId }: Scope,
  { publishedAt, id }: Pick<PublicEntry, 'publishedAt' | 'id'>,
): Promise<{ earlier: AdjacentEntry | null; later: AdjacentEntry | null }> {
  const next = (side: 'earlier' | 'later') => {
    const [compares, order] = side === 'earlier' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`]
    return sql`(select ${sql.lit(side)} as side, id, title from changelog_entries
      where workspace_id = ${workspaceId} and published_at is not null
        and (published_at, id) ${compares} (${publishedAt}::timestamptz, ${id}::uuid)
      order by published_at ${order}, id ${order} limit 1)`
  }
  const { rows } = await sql<AdjacentEntry & { side: 'earlier' | 'later' }>`
    ${next('earlier')} union all ${next('later')}`.execute(db)
  const at = (side: string) => rows.find((row) => row.side === side) ?? null
  return { earlier: at('earlier'), later: at('later') }
}

// More cannot be chosen from at a glance; the others stand on the entries that have them.
const maxTags = 20

/** Tags of published entries, those that most of them have first. */
export async function listPublishedTags({ db, workspaceId }: Scope): Promise<PublicTag[]> {
  const { rows } = await sql<PublicTag>`
    select t.id, t.name, t.color from tags t
    join changelog_entry_tags l on l.workspace_id = t.workspace_id and l.tag_id = t.id
    join changelog_entries e on e.workspace_id = l.workspace_id and e.id = l.entry_id
    where t.workspace_id = ${workspaceId} and e.published_at is not null
    group by t.id, t.name, t.color order by count(*) desc, lower(t.name), t.id limit ${maxTags}`.execute(db)
  return rows
}
