import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import type { Database } from '../../platform/db/database.ts'
import { findArtifact, putArtifact, replaceDocument } from '../artifacts.ts'
import type { ProviderContext, ProviderDeps } from './provider-context.ts'

/** The library's limit on the size of a document. */
export const maxDocumentBytes = 16 * 1_024
const fetchTimeoutMs = 5_000
// Keeps an outage of the app's host from interrupting its users. Longer than the lifetime of a refresh token, so that
// each app that can refresh tokens has a copy. Each refresh after the library's cache has expired fetches the document
// again.
const keptSeconds = 62 * 86_400

/**
 * Creates the library's only access to the network: it fetches client metadata documents with the instance's outbound
 * client (platform/outbound), which connects to public addresses only and follows no redirects. If a document cannot be
 * fetched when an app exchanges or refreshes tokens, the stored copy is used. A request for consent requires the
 * current document, or one from the library's cache (at most 200 documents, in memory).
 *
 * Anyone can make us fetch a document, so a fetch stores nothing new: a document is stored once a member has authorized
 * its app (`storeDocument`), and later fetches only replace it.
 */
export function createDocumentFetch(
  { outbound, database: { db }, log }: ProviderDeps,
  { current }: ProviderContext,
  mayFetch: (ctx: KoaContextWithOIDC) => Promise<boolean>,
) {
  // The library fetches the document again when it reports the error.
  const failures = new WeakMap<object, Error>()
  return async (address: string | URL | Request): Promise<Response> => {
    const earlier = failures.get(current().req)
    if (earlier) throw earlier
    const url = address instanceof Request ? address.url : String(address)
    // If one person uses up the limit of a network, the apps of other people on it keep working with stored copies.
    const response = (await mayFetch(current()))
      ? await outbound
          .fetch(url, {
            headers: { accept: 'application/json' },
            signal: AbortSignal.timeout(fetchTimeoutMs),
            // One byte more, so that the library rejects a document that is too large.
            excerptBytes: maxDocumentBytes + 1,
          })
          .catch((error: Error) => error)
      : new Error('Too many documents were fetched for this network')
    if (!(response instanceof Error) && response.status === 200) {
      if (current().oidc.route === 'token') await replaceDocument(db, url, { text: response.text }, keptSeconds)
      return new Response(response.text, { headers: cacheHeaders(response.headers) })
    }
    const kept = current().oidc.route === 'authorization' ? undefined : await findArtifact(db, 'document', url)
    if (kept !== undefined) return new Response(kept.text as string)
    const error = response instanceof Error ? response : new Error(`The document was answered with ${response.status}`)
    log.info({ err: error }, 'cannot read a client metadata document')
    failures.set(current().req, error)
    throw error
  }
}

/** Stores the metadata of an authorized app that the library needs to refresh tokens. */
export async function storeDocument(db: Database['db'], client: Client): Promise<void> {
  const { client_id, client_name, redirect_uris, grant_types, response_types } = client.metadata()
  const text = JSON.stringify({ client_id, client_name, redirect_uris, grant_types, response_types })
  await putArtifact(db, { kind: 'document', id: client.clientId, payload: { text }, seconds: keptSeconds })
}

const cacheHeaders = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(
    ['cache-control', 'expires'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
