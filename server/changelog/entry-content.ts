import { sql } from 'kysely'
import type { Database } from '../platform/db/database.ts'

/** An entry with all that its readers see of it, on a page or in a message. Texts are as they were written. */
export interface EntryContent {
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
  versionLabel: string | null
  /** ISO 8601; null is a draft. */
  publishedAt: string | null
  tags: { name: string; color: string }[]
}

/**
 * @param workspace its id or its slug.
 * @returns null when the workspace has no such entry; drafts too are found.
 */
export async function findEntryContent(
  { db }: Database,
  workspace: { id: string } | { slug: string },
  entryId: string,
): Promise<EntryContent | null> {
  const isWorkspace = 'id' in workspace ? sql`w.workspace_id = ${workspace.id}` : sql`w.slug = ${workspace.slug}`
  const { rows } = await sql<EntryContent>`
    select e.id as "entryId", w.workspace_id as "workspaceId", w.name as "workspaceName", w.slug, w.portal_host as "portalHost",
      w.sender_name as "senderName", w.reply_to as "replyTo", e.title, e.body, e.version_label as "versionLabel",
      e.published_at as "publishedAt",
      coalesce((
        select json_agg(json_build_object('name', t.name, 'color', t.color) order by l.position)
        from changelog_entry_tags l join tags t on t.workspace_id = l.workspace_id and t.id = l.tag_id
        where l.workspace_id = e.workspace_id and l.entry_id = e.id), '[]') as tags
    from workspaces w join changelog_entries e on e.workspace_id = w.workspace_id
    where ${isWorkspace} and e.id = ${entryId}`.execute(db)
  return rows[0] ?? null
}

/** A published entry. */
export type PublishedContent = EntryContent & { publishedAt: string }

export const isPublished = (reading: EntryContent): reading is PublishedContent => reading.publishedAt !== null
