import { type RawBuilder, sql } from 'kysely'
import { isVisible } from '../feedback/public/visibility.ts'
import type { Scope } from '../platform/scope.ts'

export interface ReadableFile {
  id: string
  name: string
  type: string
  bytes: number
  isImage: boolean
  /** Whether everyone may read it, signed in or not. */
  isPublic: boolean
}

const isReferredTo = (source: string, condition: RawBuilder<boolean>): RawBuilder<boolean> => sql<boolean>`exists (
  select from file_uses u where u.workspace_id = f.workspace_id and u.file_id = f.id and u.source = ${source}
    and ${condition})`

const inPublicRequest = isReferredTo(
  'feedback',
  sql<boolean>`exists (select from feedback r
    where r.workspace_id = u.workspace_id and r.id = u.source_id and ${isVisible('r')})`,
)

const inPublicComment = (thread: RawBuilder<boolean>) =>
  isReferredTo(
    'comments',
    sql<boolean>`exists (select from comments c
      where c.workspace_id = u.workspace_id and c.id = u.source_id and not c.is_internal and ${thread})`,
  )

const onPublicRequest = sql<boolean>`exists (select from feedback r
  where r.workspace_id = c.workspace_id and r.id = c.feedback_id and ${isVisible('r')})`
const onPublishedEntry = sql<boolean>`exists (select from changelog_entries e
  where e.workspace_id = c.workspace_id and e.id = c.entry_id and e.published_at is not null)`

const isPublished = sql<boolean>`exists (select from changelog_entries e
  where e.workspace_id = u.workspace_id and e.id = u.source_id and e.published_at is not null)`

const inPublishedEntry = sql<boolean>`(${isReferredTo('changelog_entries', isPublished)}
  or ${isReferredTo('changelog_covers', isPublished)})`

/** What the pages of a portal show to the reader. */
export interface PortalReading {
  /** Whether the reader may open the portal's pages: on a private portal, only customers who are signed in. */
  mayOpen: boolean
  showsRequests: boolean
  showsChangelog: boolean
}

/**
 * Finds a file that a reader of the portal may see: the logo and files of published entries, which announcements show in
 * mail, always; files of public requests and comments if the portal shows them to the reader; and their own uploads.
 */
export async function findPublicFile(scope: Scope, id: string, reading: PortalReading): Promise<ReadableFile | null> {
  const { mayOpen, showsRequests, showsChangelog } = reading
  const customerId = scope.actor.type === 'customer' ? scope.actor.id : null
  const isShown = sql<boolean>`(${isReferredTo('workspaces', sql<boolean>`true`)} or ${inPublishedEntry}
    or (${mayOpen && showsRequests} and (${inPublicRequest} or ${inPublicComment(onPublicRequest)}))
    or (${mayOpen && showsChangelog} and ${inPublicComment(onPublishedEntry)}))`
  return findFile(scope, id, isShown, sql<boolean>`f.created_by_customer = ${customerId}`)
}

/** Finds a file of the workspace for a member: every file that a text refers to, and their own uploads. */
export async function findTeamFile(scope: Scope, id: string): Promise<ReadableFile | null> {
  const isOwn = sql<boolean>`f.is_attached or f.created_by_member = ${scope.actor.id}`
  return findFile(scope, id, sql<boolean>`false`, isOwn)
}

async function findFile(
  { db, workspaceId }: Scope,
  id: string,
  isPublic: RawBuilder<boolean>,
  isReadable: RawBuilder<boolean>,
): Promise<ReadableFile | null> {
  const { rows } = await sql<ReadableFile & { isReadable: boolean | null }>`
    select f.id, f.name, f.content_type as type, f.bytes, f.width is not null as "isImage",
      ${isPublic} as "isPublic", ${isReadable} as "isReadable"
    from files f where f.workspace_id = ${workspaceId} and f.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined || !(row.isPublic || row.isReadable)) return null
  return row
}
