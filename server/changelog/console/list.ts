import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'

export const entryTabs = ['draft', 'scheduled', 'published'] as const
export type EntryTab = (typeof entryTabs)[number]

/** An entry in a list of the console: without its body. */
export interface EntryListItem {
  id: string
  title: string
  versionLabel: string | null
  tags: { id: string; name: string; color: string }[]
  linkedRequests: number
  comments: number
  reactions: number
  scheduledPublishAt: string | null
  scheduledTimezone: string | null
  publishedAt: string | null
  createdAt: string
  updatedAt: string
}

interface Tab {
  condition: RawBuilder<boolean>
  /** What it is ordered by, the next to happen or the last to have happened first. */
  sortColumn: RawBuilder<unknown>
  direction: RawBuilder<unknown>
  comparison: RawBuilder<unknown>
  sortTimeOf(row: EntryListItem): string
}

const tabs: Record<EntryTab, Tab> = {
  draft: {
    condition: sql`e.state = 'draft' and e.scheduled_publish_at is null`,
    sortColumn: sql`e.created_at`,
    direction: sql`desc`,
    comparison: sql`<`,
    sortTimeOf: ({ createdAt }) => createdAt,
  },
  scheduled: {
    condition: sql`e.state = 'draft' and e.scheduled_publish_at is not null`,
    sortColumn: sql`e.scheduled_publish_at`,
    direction: sql`asc`,
    comparison: sql`>`,
    sortTimeOf: ({ scheduledPublishAt }) => scheduledPublishAt!,
  },
  published: {
    condition: sql`e.state = 'published'`,
    sortColumn: sql`e.published_at`,
    direction: sql`desc`,
    comparison: sql`<`,
    sortTimeOf: ({ publishedAt }) => publishedAt!,
  },
}

const columns = sql`e.id, e.title, e.version_label as "versionLabel", e.comments,
  e.scheduled_publish_at as "scheduledPublishAt", e.scheduled_timezone as "scheduledTimezone",
  e.published_at as "publishedAt", e.created_at as "createdAt", e.updated_at as "updatedAt",
  coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'color', t.color) order by x.position)
    from changelog_entry_tags x join tags t on t.workspace_id = x.workspace_id and t.id = x.tag_id
    where x.workspace_id = e.workspace_id and x.entry_id = e.id), '[]') as tags,
  (select count(*) from changelog_entry_feedback x
    where x.workspace_id = e.workspace_id and x.entry_id = e.id) as "linkedRequests",
  (select count(*) from changelog_reactions x
    where x.workspace_id = e.workspace_id and x.entry_id = e.id) as reactions`

/** A page of the entries of one tab: scheduled ones by when they are due, the others newest first. */
export async function listEntriesByTab(
  scope: Scope,
  { tab, cursor, limit = 25 }: { tab: EntryTab; cursor?: string | undefined; limit?: number | undefined },
  signer: Signer,
): Promise<Page<EntryListItem>> {
  const { condition: holds, sortColumn: by, direction, comparison: isBeyond, sortTimeOf: timeOf } = tabs[tab]
  const cursors = createCursors(signer, 'entries', scope.workspaceId, { tab })
  const after = cursors.decode(cursor) as [time: string, id: string] | undefined
  const { rows } = await sql<EntryListItem>`
    select ${columns} from changelog_entries e
    where e.workspace_id = ${scope.workspaceId} and ${holds}
      ${after === undefined ? sql`` : sql`and (${by}, e.id) ${isBeyond} (${after[0]}, ${after[1]})`}
    order by ${by} ${direction}, e.id ${direction} limit ${limit + 1}`.execute(scope.db)
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [timeOf(row), row.id],
    (row) => row,
  )
}

/** How many entries each tab has. */
export async function countEntriesByTab({ db, workspaceId }: Scope): Promise<Record<EntryTab, number>> {
  const count = (tab: EntryTab) => sql`count(*) filter (where ${tabs[tab].condition}) as ${sql.ref(tab)}`
  const { rows } = await sql<Record<EntryTab, number>>`
    select ${sql.join(entryTabs.map(count))} from changelog_entries e where e.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]!
}
