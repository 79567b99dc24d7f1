import { sql } from 'kysely'
import { permit } from '../platform/authorization.ts'
import { notFound } from '../platform/problems.ts'
import type { Scope } from '../platform/scope.ts'
import { webhooksCan } from './permissions.ts'
import { presentWebhook, selectWebhooks, type WebhookRow } from './queries.ts'
import type { Webhook } from './schema.ts'

/** A webhook as the console shows it, with more about its health than the API returns. */
export interface WebhookHealth extends Webhook {
  /** The time of the first failure since the last success; null if there is none. */
  failingSince: string | null
  /** When the secret from before the last rotation stops signing; null if it stopped at once or there was none. */
  previousSecretExpiresAt: string | null
}

const presentHealth = (row: WebhookRow): WebhookHealth => ({
  ...presentWebhook(row),
  failingSince: row.failing_since,
  previousSecretExpiresAt: row.previous_secret_expires_at,
})

/** Lists all webhooks (at most 50), newest first. @throws 403 */
export async function listWebhookHealth(scope: Scope): Promise<WebhookHealth[]> {
  permit(webhooksCan(scope.actor).see)
  const rows = await selectWebhooks(scope).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(presentHealth)
}

// As long as a claim lasts, so that a running attempt counts too.
const soonSeconds = 60

/** Whether the log of a row of `webhooks` will change within a minute. */
export const isDelivering = sql<boolean>`disabled_reason is null and (
  coalesce(next_attempt_at <= clock_timestamp() + make_interval(secs => ${soonSeconds}), false)
  or exists (select from event_counters c
    where c.workspace_id = webhooks.workspace_id and c.last_sequence > webhooks.last_sequence))`.as('is_delivering')

/** Returns a webhook, and whether its log will change within a minute. @throws 403, 404 */
export async function getWebhookHealth(scope: Scope, id: string): Promise<WebhookHealth & { isDelivering: boolean }> {
  permit(webhooksCan(scope.actor).see)
  const row = await selectWebhooks(scope).where('id', '=', id).select(isDelivering).executeTakeFirst()
  if (!row) throw notFound()
  return { ...presentHealth(row), isDelivering: row.is_delivering }
}
