import { sql } from 'kysely'
import { mayReadCustomerEvents } from '../../events/customer-events.ts'
import { isAboutCustomer } from '../../events/types.ts'
import { permit } from '../../platform/authorization.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import { createCursors, type Page, paginate } from '../../platform/http/api/pagination.ts'
import { notFound } from '../../platform/problems.ts'
import type { Actor, Scope } from '../../platform/scope.ts'
import { webhooksCan } from '../permissions.ts'
import { getWebhook } from '../queries.ts'
import type { DeliveryFilter, DeliveryStatus, WebhookAttempt, WebhookDelivery } from '../schema.ts'
import { composeBody } from './request.ts'

interface DeliveryRow {
  id: string
  event_id: string
  event_type: string
  status: DeliveryStatus | 'skipped'
  next_attempt_at: string | null
  created_at: string
  attempts: unknown
}

/** Presents a delivery. Receivers may repeat an event in their responses, so a caller who may not read it sees none. */
function presentDelivery(row: DeliveryRow, actor: Actor): WebhookDelivery {
  const attempts = row.attempts as WebhookAttempt[]
  return {
    id: row.id,
    eventId: row.event_id,
    eventType: row.event_type,
    // Only messages to channels are skipped.
    status: row.status as DeliveryStatus,
    nextAttemptAt: row.next_attempt_at,
    createdAt: row.created_at,
    attempts: mayReadEvent(row, actor) ? attempts : attempts.map((each) => ({ ...each, responseExcerpt: null })),
  }
}

const mayReadEvent = ({ event_type: type }: Pick<DeliveryRow, 'event_type'>, actor: Actor): boolean =>
  !isAboutCustomer(type) || mayReadCustomerEvents(actor)

/** Lists the deliveries of a webhook, newest first. @throws 403, 404 */
export async function listDeliveries(
  scope: Scope,
  webhookId: string,
  query: DeliveryFilter,
  signer: Signer,
): Promise<Page<WebhookDelivery>> {
  permit(webhooksCan(scope.actor).see)
  await getWebhook(scope, webhookId)
  const { limit = 25, cursor, status, eventType } = query
  const cursors = createCursors(signer, 'deliveries', scope.workspaceId, { webhookId, status, eventType })
  const after = cursors.decode(cursor) as [createdAt: string, id: string] | undefined
  const rows = await scope.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id', 'event_type', 'status', 'next_attempt_at', 'created_at', 'attempts'])
    .where('workspace_id', '=', scope.workspaceId)
    .where('webhook_id', '=', webhookId)
    // Not as a parameter, so that PostgreSQL can use the index of this status.
    .$if(status !== undefined, (q) => q.where('status', '=', sql.lit(status!)))
    .$if(eventType !== undefined, (q) => q.where('event_type', '=', eventType!))
    .$if(after !== undefined, (q) =>
      q.where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(...after!))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return paginate(
    rows,
    limit,
    cursors,
    (row) => [row.created_at, row.id],
    (row) => presentDelivery(row, scope.actor),
  )
}

export interface DeliveryWithRequest extends WebhookDelivery {
  /** The body of its requests; null if the event has expired, or if the caller may not read events about customers. */
  body: string | null
}

/** Returns a delivery with the body that it sends. @throws 403, 404 */
export async function getDelivery(scope: Scope, webhookId: string, id: string): Promise<DeliveryWithRequest> {
  permit(webhooksCan(scope.actor).see)
  const row = await scope.db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('events as e', (join) =>
      join.onRef('e.workspace_id', '=', 'd.workspace_id').onRef('e.id', '=', 'd.event_id'),
    )
    .select(['d.id', 'd.event_id', 'd.event_type', 'd.status', 'd.next_attempt_at', 'd.created_at', 'd.attempts'])
    .select(['e.created_at as event_at', sql<string | null>`e.data::text`.as('data')])
    .where('d.workspace_id', '=', scope.workspaceId)
    .where('d.webhook_id', '=', webhookId)
    .where('d.id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  const { event_type: eventType, event_at: eventAt, data } = row
  const body =
    mayReadEvent(row, scope.actor) && eventAt !== null && data !== null
      ? composeBody({ eventType, eventAt, data })
      : null
  return { ...presentDelivery(row, scope.actor), body }
}
