import { findEntryContent, isPublished } from '../../changelog/entry-content.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import type { Database } from '../../platform/db/database.ts'
import { createUnsubscribeToken, unsubscribeTokenPurpose } from '../preferences/unsubscribe-token.ts'
import { type AnnouncementComposer, createAnnouncementComposer, type MailLinks } from './announcement.ts'

export interface MailLinkDeps {
  secretKey: string
  /** Without a slash at the end. */
  publicUrl: string
}

/** Makes what composes the messages of an entry, as it is now; null when it is gone or not published. */
export function createAnnouncementComposerLoader(deps: MailLinkDeps & { database: Database }) {
  const linksOf = createMailLinks(deps)
  return async (workspaceId: string, entryId: string): Promise<AnnouncementComposer | null> => {
    const entry = await findEntryContent(deps.database, { id: workspaceId }, entryId)
    return entry && isPublished(entry) ? createAnnouncementComposer(entry, linksOf(workspaceId)) : null
  }
}

/** What the messages of a workspace link to. */
export function createMailLinks({ secretKey, publicUrl }: MailLinkDeps): (workspaceId: string) => MailLinks {
  const signer = new Signer(secretKey, unsubscribeTokenPurpose)
  return (workspaceId) => ({
    publicUrl,
    unsubscribe: (customerId, kinds) =>
      `${publicUrl}/unsubscribe/${createUnsubscribeToken(signer, { workspaceId, customerId, kinds })}`,
  })
}
