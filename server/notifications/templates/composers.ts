import type { Database } from '../../platform/db/database.ts'
import { findDigest } from '../digests/find-digest.ts'
import type { DeliverySource } from '../queues.ts'
import { createAnnouncementComposerLoader, createMailLinks, type MailLinkDeps } from './announcement-composer.ts'
import { createDigestComposer, type DigestComposer } from './digest.ts'

type ComposerDeps = MailLinkDeps & { database: Database }

/** Makes what composes the messages of an entry or of a bundle, as it is now; null when it is gone. */
export function createComposerLoader(deps: ComposerDeps) {
  const [ofEntry, ofNews] = [createAnnouncementComposerLoader(deps), createDigestComposerLoader(deps)]
  return (workspaceId: string, subject: DeliverySource) =>
    'entryId' in subject ? ofEntry(workspaceId, subject.entryId) : ofNews(workspaceId, subject.digestId)
}

function createDigestComposerLoader(deps: ComposerDeps) {
  const linksOf = createMailLinks(deps)
  return async (workspaceId: string, digestId: string): Promise<DigestComposer | null> => {
    const news = await findDigest(deps.database, workspaceId, digestId)
    return news && createDigestComposer(news, linksOf(workspaceId))
  }
}
