import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'
import { type LegalUrls, selectLegalUrls } from '../platform/legal-links.ts'
import { type Cover, selectCover } from './cover.ts'
import { type EntryTag, entryTags } from './entry-columns.ts'

/** Everything a reader sees of an entry, on a page or in an email. Texts are unescaped. */
export interface EntryContent extends LegalUrls {
  entryId: string
  workspaceId: string
  workspaceName: string
  slug: string
  portalHost: string | null
  senderName: string | null
  replyTo: string | null
  title: string
  /** Markdown. */
  body: string
  cover: Cover | null
  versionLabel: string | null
  /** ISO 8601; null for a draft. */
  publishedAt: string | null
  tags: Omit<EntryTag, 'id'>[]
}

/** Loads the content of an entry or draft; null if the workspace does not have it. */
export async function findEntryContent(
  { db }: Database,
  workspace: { id: string } | { slug: string },
  entryId: string,
): Promise<EntryContent | null> {
  const isWorkspace = 'id' in workspace ? sql`w.workspace_id = ${workspace.id}` : sql`w.slug = ${workspace.slug}`
  const { rows } = await sql<EntryContent>`
    select e.id as "entryId", w.workspace_id as "workspaceId", w.name as "workspaceName", w.slug, w.portal_host as "portalHost",
      w.sender_name as "senderName", w.reply_to as "replyTo", e.title, e.body, e.version_label as "versionLabel",
      e.published_at as "publishedAt", ${selectLegalUrls},
      ${entryTags} as tags, ${selectCover} as cover
    from workspaces w join changelog_entries e on e.workspace_id = w.workspace_id
    where ${isWorkspace} and e.id = ${entryId}`.execute(db)
  return rows[0] ?? null
}

/** A published entry. */
export type PublishedContent = EntryContent & { publishedAt: string }

export const isPublished = (content: EntryContent): content is PublishedContent => content.publishedAt !== null
