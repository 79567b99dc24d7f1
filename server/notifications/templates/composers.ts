import { createComposers, createLinks, type LinkDeps } from './announcement-composer.ts'
import type { Subject } from '../queues.ts'
import type { Database } from '../../platform/db/database.ts'
import { composerOf, type NewsComposer } from './digest.ts'
import { findNews } from '../digests/find-digest.ts'

type ComposerDeps = LinkDeps & { database: Database }

/** Makes what composes the messages of an entry or of a bundle, as it is now; null when it is gone. */
export function composersOf(deps: ComposerDeps) {
  const [ofEntry, ofNews] = [createComposers(deps), createNewsComposers(deps)]
  return (workspaceId: string, subject: Subject) =>
    'entryId' in subject ? ofEntry(workspaceId, subject.entryId) : ofNews(workspaceId, subject.bundleId)
}

function createNewsComposers(deps: ComposerDeps) {
  const linksOf = createLinks(deps)
  return async (workspaceId: string, bundleId: string): Promise<NewsComposer | null> => {
    const news = await findNews(deps.database, workspaceId, bundleId)
    return news && composerOf(news, linksOf(workspaceId))
  }
}
