import { sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { Vault } from '../platform/crypto/vault.ts'
import { newId, nilUuid } from '../platform/ids.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import { invalid, invalidState } from '../platform/problems.ts'
import type { WriteScope } from '../platform/scope.ts'
import { webhooksCan } from './permissions.ts'
import { getWebhook } from './queries.ts'
import type { WebhookCreate, WebhookWithSecret } from './schema.ts'
import { generateSecret, sealSecret } from './secret.ts'
import { eventProblems, permitEvents } from './subscription.ts'
import { urlProblems } from './url.ts'

export interface WebhookDeps {
  vault: Vault
  outbound: Pick<Outbound, 'refuse'>
}

export const maxWebhooks = 50

/**
 * Creates a webhook, which gets the events from now on. @returns it with its secret, which is not shown again
 * @throws 403, also for events that the key may not read; 400 for a URL that is not allowed, and beyond 50 webhooks
 */
export async function createWebhook(
  { vault, outbound }: WebhookDeps,
  tx: WriteScope,
  { url, events, description = '' }: WebhookCreate,
): Promise<WebhookWithSecret> {
  permit(webhooksCan(tx.actor).manage)
  permitEvents(tx.actor, events)
  const problems = [...(await urlProblems(outbound, url)), ...eventProblems(events)]
  if (problems.length > 0) throw invalid(problems)
  await requireRoom(tx)
  const id = newId()
  const secret = generateSecret()
  tx.defer(
    tx.db
      .insertInto('webhooks')
      .values({
        workspace_id: tx.workspaceId,
        id,
        url,
        description,
        events,
        secret: sealSecret(vault, secret, { workspaceId: tx.workspaceId, id }),
        last_event_id: lastEventId(tx.workspaceId),
        last_sequence: lastSequence(tx.workspaceId),
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute(),
  )
  audit(tx, 'webhook.created', id, { url, events })
  return { ...(await getWebhook(tx, id)), secret }
}

/** Rejects a webhook beyond the limit. Concurrent requests wait for each other, so that all are counted. @throws 400 */
async function requireRoom({ db, workspaceId }: WriteScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${workspaceId}`}, 0))`.execute(db)
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('provider', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= maxWebhooks)
    throw invalidState(`A workspace can have at most ${maxWebhooks} webhooks. Delete one first.`)
}

/** The newest event of the workspace, after which a webhook starts. */
export const lastEventId = (workspaceId: string) =>
  sql<string>`coalesce((select e.id from events e where e.workspace_id = ${workspaceId} order by e.id desc limit 1),
    ${nilUuid}::uuid)`

export const lastSequence = (workspaceId: string) =>
  sql<number>`coalesce((select e.sequence from events e where e.workspace_id = ${workspaceId} order by e.id desc limit 1), 0)`
