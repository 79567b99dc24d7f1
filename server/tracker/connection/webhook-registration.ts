import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { decryptCredential, withTrackerSession } from '../client/session.ts'
import { trackerCan } from '../permissions.ts'
import { loadTracker } from '../registry.ts'
import { TrackerError } from '../tracker.ts'
import { type ConnectionContext, interactiveTimeout } from './context.ts'
import { type Connection, getCurrentConnection, openWebhookSecret, updateConnection } from './queries.ts'
import { lockConnectionChanges, sealWebhookSecret } from './store.ts'

/** Returns the address that the tracker calls for this connection. */
export const webhookUrl = (publicUrl: string, { id }: Pick<Connection, 'id'>): string =>
  `${publicUrl}/hooks/tracker/${id}`

/** Trackers on the internet call only https addresses. */
export const canReceiveWebhooks = (publicUrl: string): boolean => publicUrl.startsWith('https://')

/**
 * Registers the webhook of a connection with the tracker and stores its id.
 * @returns the tracker's id of the webhook; null if none could be registered, in which case issues are only polled.
 */
export async function createWebhook(context: ConnectionContext, connection: Connection): Promise<string | null> {
  const secret = openWebhookSecret(context, connection)
  if (secret === null || !canReceiveWebhooks(context.publicUrl)) return null
  const webhook = { url: webhookUrl(context.publicUrl, connection), secret, teamId: connection.team_id }
  const webhookId = await withTrackerSession(
    context,
    context.scope.db,
    connection,
    interactiveTimeout(),
    ({ session }) => session.createWebhook(webhook),
  ).catch(nullIfTrackerError)
  if (webhookId === null) return null
  const { numUpdatedRows: isFirst } = await updateConnection(context.scope.db, connection)
    .set({ remote_webhook_id: webhookId })
    .where('remote_webhook_id', 'is', null)
    .where('webhook_secret', '=', connection.webhook_secret)
    .executeTakeFirst()
  if (isFirst > 0n) return webhookId
  // Another process connected at the same time and stored its webhook first.
  await deleteWebhook(context, { ...connection, remote_webhook_id: webhookId })
  return (await getCurrentConnection(context.scope))?.remote_webhook_id ?? null
}

/** Deletes the webhook of a connection. @returns true if no webhook registered by Heed remains. */
export async function deleteWebhook(context: ConnectionContext, connection: Connection): Promise<boolean> {
  const { remote_webhook_id, team_id } = connection
  if (remote_webhook_id === null) return true
  const isDeleted = await withTrackerSession(
    context,
    context.scope.db,
    connection,
    interactiveTimeout(),
    async ({ session }) => {
      await session.deleteWebhook(remote_webhook_id, team_id)
      return true
    },
  ).catch(nullIfTrackerError)
  return isDeleted === true
}

/**
 * Deletes the webhook of a replaced connection with the credential that registered it or, within the same organization,
 * with the new one. Calls of a webhook that could not be deleted are ignored.
 */
export async function deleteReplacedWebhook(
  context: ConnectionContext,
  replaced: Connection,
  connection: Connection,
): Promise<void> {
  const { remote_webhook_id, team_id } = replaced
  if (remote_webhook_id === null || remote_webhook_id === connection.remote_webhook_id) return
  for (const owner of replaced.id === connection.id ? [replaced, connection] : [replaced]) {
    // Without `withTrackerSession`: the outcome with an old credential says nothing about the new one.
    const isDeleted = await deleteWebhookAs(context, owner, remote_webhook_id, team_id).catch(nullIfTrackerError)
    if (isDeleted === true) return
  }
}

async function deleteWebhookAs(
  { vault, fetch }: ConnectionContext,
  owner: Connection,
  webhookId: string,
  teamId: string | null,
): Promise<true> {
  const tracker = await loadTracker(owner.provider)
  const credential = decryptCredential(vault, owner)
  const session = tracker.openSession({ apiUrl: owner.api_url, credential, fetch, signal: interactiveTimeout() })
  await session.deleteWebhook(webhookId, teamId)
  return true
}

/** Webhooks are optional: without one, changes only arrive later. */
function nullIfTrackerError(error: unknown): null {
  if (error instanceof TrackerError) return null
  throw error
}

/**
 * Returns the address and a new secret for a webhook that a person creates in the tracker by hand, and deletes the
 * webhook that Heed registered. The secret is not shown again. Null if no tracker is connected.
 * @param trackerSecret the secret, for a tracker that generates it itself.
 * @throws 403
 */
export async function setUpManualWebhook(
  context: ConnectionContext,
  trackerSecret?: string,
): Promise<{ url: string; secret: string } | null> {
  permit(trackerCan(context.scope.actor).connect)
  const before = await getCurrentConnection(context.scope)
  const connection = await context.write((tx) => rotateWebhookSecret(tx, context.vault, trackerSecret))
  if (connection === null) return null
  if (before !== null) await deleteWebhook(context, before)
  return { url: webhookUrl(context.publicUrl, connection), secret: openWebhookSecret(context, connection)! }
}

/**
 * Replaces the webhook secret. Calls signed with the old one are rejected from now on, so the webhook that Heed
 * registered is forgotten too. Null if no tracker is connected.
 * @param secret Default: a random one.
 * @throws 403
 */
export async function rotateWebhookSecret(tx: WriteScope, vault: Vault, secret?: string): Promise<Connection | null> {
  permit(trackerCan(tx.actor).connect)
  await lockConnectionChanges(tx)
  const connection = await getCurrentConnection(tx)
  if (connection === null) return null
  const changes = { webhook_secret: sealWebhookSecret(vault, connection, secret), remote_webhook_id: null }
  await updateConnection(tx.db, connection).set(changes).execute()
  audit(tx, 'tracker.webhook_secret_rotated', connection.id)
  return { ...connection, ...changes }
}
