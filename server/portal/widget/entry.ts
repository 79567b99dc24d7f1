import { withCover } from '../../changelog/cover.ts'
import { getPublicEntry } from '../../changelog/public/entries.ts'
import { renderMarkdown } from '../../platform/formats/markdown.ts'
import { isUuid } from '../../platform/ids.ts'
import { notFound } from '../../platform/problems.ts'
import type { PortalContext } from '../http/context.ts'
import type { PortalResponse } from '../http/response.ts'
import { requireReadAccess } from './access.ts'

/**
 * Returns a published entry with its text as the sanitized HTML that the portal shows.
 * @throws 404, the same for drafts, scheduled entries, unknown entries and entries of other workspaces
 */
export async function getWidgetEntry(context: PortalContext): Promise<PortalResponse> {
  requireReadAccess(context)
  const { scope, viewer, params } = context
  const id = params.id!
  const entry = isUuid(id) ? await getPublicEntry(scope, id, null) : null
  if (entry === null) throw notFound()
  const { title, publishedAt, versionLabel, tags, body, cover } = entry
  const data = {
    id: entry.id,
    title,
    publishedAt,
    versionLabel,
    tags: tags.map(tagOf),
    html: withCover(renderMarkdown(body, context.portalUrl), cover, context.portalUrl),
  }
  return { kind: 'text', type: 'application/json', body: JSON.stringify({ data }), isCacheable: viewer === null }
}

const tagOf = ({ name, color }: { name: string; color: string }) => ({ name, color })
