import { permit } from '../../platform/authorization.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { invalid } from '../../platform/problems.ts'
import { trackerCan } from '../permissions.ts'
import { loadTracker } from '../registry.ts'
import { type Credential, type Provider, TrackerError } from '../tracker.ts'
import { type ConnectionContext, interactiveTimeout } from './context.ts'
import { type DefaultsInput, resolveDefaults } from './defaults.ts'
import { type Connection, getCurrentConnection } from './queries.ts'
import { markDisconnected, storeConnection } from './store.ts'
import { createWebhook, deleteReplacedWebhook, deleteWebhook } from './webhook-registration.ts'

/** Returns the base address of a tracker's API. @throws 400 if it is required and missing, or malformed. */
export async function resolveApiUrl(
  { apiUrls }: Pick<ConnectionContext, 'apiUrls'>,
  provider: Provider,
  input?: string,
): Promise<string> {
  const { name, defaultApiUrl } = await loadTracker(provider)
  const text = input ?? apiUrls[provider] ?? defaultApiUrl
  const problem = (message: string, code = 'invalid') => invalid([{ path: '/apiUrl', message, code }])
  if (text === null) throw problem(`is required for ${name}, such as https://your-site.atlassian.net`, 'required')
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) throw problem('must be a URL that begins with https://')
  const { username, password, search, hash, origin, pathname } = url
  if ([username, password, search, hash].some((part) => part !== '')) {
    throw problem('must be a URL without a user, password, query, or fragment')
  }
  return `${origin}${pathname}`.replace(/\/+$/, '')
}

/** A tracker to connect to, and the credential for it. */
export interface ConnectInput {
  provider: Provider
  apiUrl: string
  credential: Credential
}

export interface ConnectResult {
  connection: Connection
  /** Whether the tracker calls Heed when issues change. If not, issues are polled every 15 minutes. */
  hasWebhook: boolean
}

/**
 * Connects the workspace: calls the tracker, resolves names to ids, stores the connection and registers a webhook. The
 * previous connection stays untouched until the new one is stored.
 * @throws {TrackerError}; 403; 400 naming each default that cannot be resolved, with the choices.
 */
export async function connectTracker(
  context: ConnectionContext,
  { provider, apiUrl, credential }: ConnectInput,
  defaults: DefaultsInput,
): Promise<ConnectResult> {
  permit(trackerCan(context.scope.actor).connect)
  const options = { apiUrl, credential, fetch: context.fetch, signal: interactiveTimeout() }
  const resolved = await resolveDefaults(provider, options, defaults).catch((error) => {
    if (!isForbidden(error)) throw error
    const message = `cannot be called: ${error.message}`
    throw invalid([{ path: '/apiUrl', message, code: 'unreachable', values: { reason: error.message } }])
  })
  const { connection, replaced } = await context.write((tx) => storeConnection(tx, context.vault, resolved))
  if (replaced !== null) await deleteReplacedWebhook(context, replaced, connection)
  const remote_webhook_id = connection.remote_webhook_id ?? (await createWebhook(context, connection))
  return { connection: { ...connection, remote_webhook_id }, hasWebhook: remote_webhook_id !== null }
}

/** Whether Heed's own outbound rules forbid the address. */
const isForbidden = (error: unknown): error is TrackerError =>
  error instanceof TrackerError && error.cause instanceof OutboundError && error.cause.isForbidden

export interface DisconnectResult {
  connection: Connection
  /** Whether a webhook of ours may still exist in the tracker. Heed ignores its calls. */
  mayLeaveWebhook: boolean
}

/** Ends the connection and tries to delete its webhook. Null if no tracker is connected. @throws 403 */
export async function disconnectTracker(context: ConnectionContext): Promise<DisconnectResult | null> {
  permit(trackerCan(context.scope.actor).disconnect)
  const connection = await getCurrentConnection(context.scope)
  if (connection === null) return null
  const isWebhookDeleted = await deleteWebhook(context, connection)
  const ended = await context.write(markDisconnected)
  return ended && { connection: ended, mayLeaveWebhook: !isWebhookDeleted }
}
