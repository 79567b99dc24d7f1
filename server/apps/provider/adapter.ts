import type { Adapter, AdapterPayload } from 'oidc-provider'
import { deleteArtifact, findArtifact, putArtifact } from '../artifacts.ts'
import { describeApp } from '../describe-app.ts'
import { interactionSeconds } from '../interactions.ts'
import { findRegisteredClient, findRegistrationWorkspace } from '../registrations/find-client.ts'
import { findGrant, revokeGrant } from './grants.ts'
import type { ProviderContext, ProviderDeps } from './provider-context.ts'
import { consumeToken, findToken, insertToken } from './stored-tokens.ts'

/**
 * Creates the storage of the authorization server, one adapter for each kind of artifact. Sessions are not stored: people
 * are signed in to the console, and each request asks for consent again. A grant is an authorization, which the consent
 * page creates (authorize.ts).
 */
export const createAdapters =
  (deps: ProviderDeps, context: ProviderContext) =>
  (model: string): Adapter => {
    const base = { ...unsupported, revokeByGrantId: (id: string) => revokeGrant(deps, context, id) }
    const adapters: Record<string, Partial<Adapter>> = {
      Session: { upsert: async () => {}, find: async () => undefined, destroy: async () => {} },
      Grant: { find: (id) => findGrant(deps, id), destroy: (id) => revokeGrant(deps, context, id) },
      AuthorizationCode: tokenAdapter(deps, context, 'code'),
      AccessToken: tokenAdapter(deps, context, 'access'),
      RefreshToken: tokenAdapter(deps, context, 'refresh'),
      Interaction: interactionAdapter(deps, context),
      Client: clientAdapter(deps),
    }
    return { ...base, ...adapters[model] } as Adapter
  }

// Only needed by features that are turned off.
const unsupported: Adapter = {
  upsert: () => Promise.reject(new Error('not supported')),
  find: async () => undefined,
  findByUserCode: async () => undefined,
  findByUid: async () => undefined,
  consume: () => Promise.reject(new Error('not supported')),
  destroy: async () => {},
  revokeByGrantId: async () => {},
}

const tokenAdapter = (
  deps: ProviderDeps,
  context: ProviderContext,
  kind: 'code' | 'access' | 'refresh',
): Partial<Adapter> => ({
  upsert: (id, payload, seconds) => insertToken(deps, context, { kind, id, payload, seconds: seconds! }),
  find: (id) => findToken(deps, kind, id),
  consume: (id) => consumeToken(deps, context, kind, id),
  // The library also ends the authorization (revokeByGrantId).
  destroy: async () => {},
})

function interactionAdapter({ database: { db } }: ProviderDeps, { current }: ProviderContext): Partial<Adapter> {
  return {
    async upsert(id, payload, seconds = interactionSeconds) {
      const client = current().oidc.client
      // The consent page shows it, without loading the authorization server.
      const app = client && {
        ...describeApp(client),
        workspaceId: await findRegistrationWorkspace(db, client.clientId),
      }
      await putArtifact(db, { kind: 'interaction', id, payload: { ...withoutId(payload), app }, seconds })
    },
    find: async (id) => withId(await findArtifact(db, 'interaction', id), id),
    destroy: (id) => deleteArtifact(db, 'interaction', id),
  }
}

// If the operator allows it, anyone can register clients. A client that gets tokens is kept longer (stored-tokens.ts).
const unusedClientSeconds = 86_400

const clientAdapter = (deps: ProviderDeps): Partial<Adapter> => ({
  upsert: (id, payload) =>
    putArtifact(deps.database.db, { kind: 'client', id, payload: { ...payload }, seconds: unusedClientSeconds }),
  find: async (id) => (await findRegisteredClient(deps, id)) ?? findArtifact(deps.database.db, 'client', id),
  destroy: (id) => deleteArtifact(deps.database.db, 'client', id),
})

/** Returns the hash of an id, which is stored instead of the id. */
const withoutId = ({ jti: _, ...payload }: AdapterPayload) => payload

const withId = (payload: AdapterPayload | undefined, id: string): AdapterPayload | undefined =>
  payload && { ...payload, jti: id }
