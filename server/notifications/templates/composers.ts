import { findEntryContent, isPublished } from '../../changelog/entry-content.ts'
import type { Database } from '../../platform/db/database.ts'
import { findDigest } from '../digests/find-digest.ts'
import type { DeliverySource } from '../queues.ts'
import { type AnnouncementComposer, createAnnouncementComposer } from './announcement.ts'
import { createDigestComposer, type DigestComposer } from './digest.ts'
import { createMailLinks, type MailLinkDeps } from './links.ts'

type ComposerDeps = MailLinkDeps & { database: Database }

/** Returns a function that loads the current content of a source and composes its messages; null if it is gone. */
export function createComposerLoader(deps: ComposerDeps) {
  const loadAnnouncement = createAnnouncementComposerLoader(deps)
  const loadDigest = createDigestComposerLoader(deps)
  return (workspaceId: string, source: DeliverySource) =>
    'entryId' in source ? loadAnnouncement(workspaceId, source.entryId) : loadDigest(workspaceId, source.digestId)
}

/** Does the same for entries only. The function returns null if the entry is gone or not published. */
export function createAnnouncementComposerLoader(deps: ComposerDeps) {
  const linksFor = createMailLinks(deps)
  return async (workspaceId: string, entryId: string): Promise<AnnouncementComposer | null> => {
    const entry = await findEntryContent(deps.database, { id: workspaceId }, entryId)
    return entry && isPublished(entry) ? createAnnouncementComposer(entry, linksFor(workspaceId)) : null
  }
}

function createDigestComposerLoader(deps: ComposerDeps) {
  const linksFor = createMailLinks(deps)
  return async (workspaceId: string, digestId: string): Promise<DigestComposer | null> => {
    const digest = await findDigest(deps.database, workspaceId, digestId)
    return digest && createDigestComposer(digest, linksFor(workspaceId))
  }
}
