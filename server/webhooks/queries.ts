import type { Selectable } from 'kysely'
import { permit } from '../platform/authorization.ts'
import type { Signer } from '../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../platform/http/api/pagination.ts'
import { notFound } from '../platform/problems.ts'
import { pageQuery, type Static, Strict } from '../platform/schemas.ts'
import type { Scope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import { webhooksCan } from './permissions.ts'
import type { DisabledReason, Webhook } from './schema.ts'

export type WebhookRow = Selectable<Tables['webhooks']>

export const WebhookPageQuery = Strict(pageQuery)
export type WebhookPageQuery = Static<typeof WebhookPageQuery>

export const presentWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as Webhook['events'],
  enabled: row.disabled_reason === null,
  disabledReason: row.disabled_reason as DisabledReason | null,
  lastSuccessAt: row.last_success_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Selects the webhooks that get events. Channels are in the same table. */
export const selectWebhooks = ({ db, workspaceId }: Scope) =>
  db.selectFrom('webhooks').selectAll().where('workspace_id', '=', workspaceId).where('provider', 'is', null)

/** @throws 403, 404 */
export async function getWebhook(scope: Scope, id: string): Promise<Webhook> {
  permit(webhooksCan(scope.actor).see)
  const row = await selectWebhooks(scope).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return presentWebhook(row)
}

/** Lists webhooks, newest first. @throws 403 */
export async function listWebhooks(scope: Scope, query: WebhookPageQuery, signer: Signer): Promise<Page<Webhook>> {
  permit(webhooksCan(scope.actor).see)
  const { limit = 25, cursor } = query
  const cursors = createCursors(signer, 'webhooks', scope.workspaceId, {})
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const rows = await selectWebhooks(scope)
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(...after!))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return paginate(rows, limit, cursors, (row) => [row.created_at, row.id], presentWebhook)
}

/** Locks a webhook until the transaction ends. @throws 404 */
export async function lockWebhook(scope: Scope, id: string): Promise<WebhookRow> {
  const row = await selectWebhooks(scope).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  return row
}
