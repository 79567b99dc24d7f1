import { findReading, isPublished } from '../../changelog/entry-content.ts'
import type { Database } from '../../platform/db/database.ts'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { type Composer, composerOf, type Links } from './announcement.ts'
import { tokenPurpose, unsubscribeToken } from '../preferences/unsubscribe-token.ts'

export interface LinkDeps {
  secretKey: string
  /** Without a slash at the end. */
  publicUrl: string
}

/** Makes what composes the messages of an entry, as it is now; null when it is gone or not published. */
export function createComposers(deps: LinkDeps & { database: Database }) {
  const linksOf = createLinks(deps)
  return async (workspaceId: string, entryId: string): Promise<Composer | null> => {
    const entry = await findReading(deps.database, { id: workspaceId }, entryId)
    return entry && isPublished(entry) ? composerOf(entry, linksOf(workspaceId)) : null
  }
}

/** What the messages of a workspace link to. */
export function createLinks({ secretKey, publicUrl }: LinkDeps): (workspaceId: string) => Links {
  const signer = new Signer(secretKey, tokenPurpose)
  return (workspaceId) => ({
    publicUrl,
    unsubscribe: (customerId, kinds) =>
      `${publicUrl}/unsubscribe/${unsubscribeToken(signer, { workspaceId, customerId, kinds })}`,
  })
}
