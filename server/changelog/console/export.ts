import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { csvLine, utf8ByteOrderMark } from '../../platform/formats/csv.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { changelogCan } from '../permissions.ts'
import { type EntryListItem, type EntryTab, listEntriesByTab } from './list.ts'

// The number of rows in memory at a time. Bodies have up to 100,000 characters.
const batchSize = 50

const headerRow = [
  ...['id', 'title', 'body', 'version', 'state', 'tags', 'linked requests', 'comments', 'reactions'],
  ...['created', 'updated', 'scheduled', 'published'],
]

/** Records an export in the audit log. Call it before the first line is sent. @throws 403 */
export function recordEntryExport(tx: WriteScope): void {
  permit(changelogCan(tx.actor).export)
  audit(tx, 'changelog.list_exported', tx.workspaceId)
}

/**
 * Yields a header and then every entry of a tab as a line of CSV, in the order of the tab. Reads page by page outside a
 * transaction, so that a slow download blocks nothing. Call `recordEntryExport` first.
 * @throws 403
 */
export async function* exportEntries(scope: Scope, tab: EntryTab, signer: Signer): AsyncGenerator<string> {
  permit(changelogCan(scope.actor).export)
  yield utf8ByteOrderMark + csvLine(headerRow)
  let cursor: string | undefined
  do {
    const { data, pagination } = await listEntriesByTab(scope, { tab, cursor, limit: batchSize }, signer)
    const bodies = await loadBodies(scope, data)
    for (const entry of data) {
      const body = bodies.get(entry.id)
      // The entry was deleted after the page was read.
      if (body !== undefined) yield toCsvLine(entry, tab, body)
    }
    cursor = pagination.nextCursor ?? undefined
  } while (cursor !== undefined)
}

async function loadBodies({ db, workspaceId }: Scope, entries: { id: string }[]): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map()
  const ids = entries.map(({ id }) => id)
  const rows = await db
    .selectFrom('changelog_entries')
    .select(['id', 'body'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}

const toCsvLine = (entry: EntryListItem, tab: EntryTab, body: string): string =>
  csvLine([
    ...[entry.id, entry.title, body, entry.versionLabel, tab, entry.tags.map(({ name }) => name).join(', ')],
    ...[entry.linkedRequests, entry.comments, entry.reactions, entry.createdAt, entry.updatedAt],
    ...[entry.scheduledPublishAt, entry.publishedAt],
  ])
