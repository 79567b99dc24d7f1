import type { Database } from '../platform/db/database.ts'
import type { ApiResource } from '../platform/http/api/credentials.ts'
import { type ApiScope, apiScopes } from '../platform/http/api/scopes.ts'
import { notFound } from '../platform/problems.ts'
import { answerInteraction, findArtifact, type Payload } from './artifacts.ts'
import { resourcesOf } from './resources.ts'

/** How long a person can take to sign in and decide, in seconds. An emailed code works for 15 minutes. */
export const interactionSeconds = 1_800

/** An app as the consent page describes it. */
export interface AppDescription {
  clientId: string
  /** The name that the app gives itself, which is not verified. */
  name: string
  /** The host of its metadata document; null for a registered app. */
  clientHost: string | null
  /** The workspace that registered the app, and the only one where it can be authorized. */
  workspaceId: string | null
}

/** A request for consent. */
export interface ConsentRequest {
  app: AppDescription
  redirectUri: string
  scopes: ApiScope[]
  resources: ApiResource[]
}

interface StoredInteraction extends Payload {
  returnTo: string
  app: AppDescription
  params: { redirect_uri: string; scope: string; resource: string | string[] }
}

const find = (db: Database['db'], id: string) =>
  findArtifact(db, 'interaction', id) as Promise<StoredInteraction | undefined>

/** Finds a request for consent; null if it has expired or was answered. */
export async function findConsentRequest(
  { db }: Pick<Database, 'db'>,
  publicUrl: string,
  id: string,
): Promise<ConsentRequest | null> {
  const stored = await find(db, id)
  if (stored === undefined || stored.result !== undefined) return null
  const { app, params } = stored
  const requested = params.scope.split(' ')
  return {
    app,
    redirectUri: params.redirect_uri,
    scopes: apiScopes.filter((scope) => requested.includes(scope)),
    resources: resourcesOf(publicUrl, [params.resource].flat()),
  }
}

/** The person's decision. */
type ConsentResult =
  | { login: { accountId: string; remember: false }; consent: { grantId: string } }
  | { error: 'access_denied'; error_description: string }

/** Stores the decision about a request for consent, once. @returns the URL that continues it @throws 404 */
export async function answerConsentRequest(
  { db }: Pick<Database, 'db'>,
  id: string,
  result: ConsentResult,
): Promise<string> {
  const answered = await answerInteraction(db, id, result)
  if (answered === undefined) throw notFound()
  return (answered as StoredInteraction).returnTo
}
