import { type RawBuilder, sql } from 'kysely'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import type { Scope } from '../../platform/scope.ts'
import { type EntryTag, entryTags } from '../entry-columns.ts'

export const entryTabs = ['draft', 'scheduled', 'published'] as const
export type EntryTab = (typeof entryTabs)[number]

/** An entry in the console's list, without its body. */
export interface EntryListItem {
  id: string
  title: string
  versionLabel: string | null
  tags: EntryTag[]
  linkedRequests: number
  comments: number
  reactions: number
  scheduledPublishAt: string | null
  scheduledTimezone: string | null
  /** Whom the publication of a scheduled entry emails. */
  audience: 'everyone' | 'asked' | 'board' | 'tag' | 'nobody'
  publishedAt: string | null
  createdAt: string
  updatedAt: string
}

interface Tab {
  condition: RawBuilder<boolean>
  /** The time to sort by: the next scheduled entry, or the latest one, comes first. */
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
  e.scheduled_publish_at as "scheduledPublishAt", e.scheduled_timezone as "scheduledTimezone", e.publish_audience as audience,
  e.published_at as "publishedAt", e.created_at as "createdAt", e.updated_at as "updatedAt",
  ${entryTags} as tags,
  (select count(*) from changelog_entry_feedback x
    where x.workspace_id = e.workspace_id and x.entry_id = e.id) as "linkedRequests",
  (select count(*) from changelog_reactions x
    where x.workspace_id = e.workspace_id and x.entry_id = e.id) as reactions`

/** Lists the entries of one tab: scheduled entries by publish time, the others newest first. */
export async function listEntriesByTab(
  scope: Scope,
  { tab, cursor, limit = 25 }: { tab: EntryTab; cursor?: string | undefined; limit?: number | undefined },
  signer: Signer,
): Promise<Page<EntryListItem>> {
  const { condition, sortColumn, direction, comparison, sortTimeOf } = tabs[tab]
  const cursors = createCursors(signer, 'entries', scope.workspaceId, { tab })
  const after = cursors.decode(cursor) as [time: string, id: string] | undefined
  const { rows } = await sql<EntryListItem>`
    select ${columns} from changelog_entries e
    where e.workspace_id = ${scope.workspaceId} and ${condition}
      ${after === undefined ? sql`` : sql`and (${sortColumn}, e.id) ${comparison} (${after[0]}, ${after[1]})`}
    order by ${sortColumn} ${direction}, e.id ${direction} limit ${limit + 1}`.execute(scope.db)
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [sortTimeOf(row), row.id],
    (row) => row,
  )
}

/** Counts the entries of each tab. */
export async function countEntriesByTab({ db, workspaceId }: Scope): Promise<Record<EntryTab, number>> {
  const count = (tab: EntryTab) => sql`count(*) filter (where ${tabs[tab].condition}) as ${sql.ref(tab)}`
  const { rows } = await sql<Record<EntryTab, number>>`
    select ${sql.join(entryTabs.map(count))} from changelog_entries e where e.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]!
}
