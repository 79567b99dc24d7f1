import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { newId } from '../../platform/ids.ts'
import { invalid, invalidState } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { lastEventId, lastSequence, type WebhookDeps } from '../create.ts'
import { webhooksCan } from '../permissions.ts'
import { getChannel } from './queries.ts'
import type { Channel, ChannelCreate } from './schema.ts'
import { channelUrlProblems, describeUrl, sealUrl } from './url.ts'

export const maxChannels = 20

/**
 * Creates a channel, which gets messages about later events. Its URL is a secret: anyone who has it can post to the channel.
 * @throws 403; 400 for a URL that is not allowed, an unknown board, and beyond 20 channels
 */
export async function createChannel(
  { vault, outbound }: WebhookDeps,
  tx: WriteScope,
  { provider, name, webhookUrl: url, kinds, boardIds }: ChannelCreate,
): Promise<Channel> {
  permit(webhooksCan(tx.actor).manage)
  const problems = await channelUrlProblems(outbound, provider, url)
  if (problems.length > 0) throw invalid(problems)
  await requireBoards(tx, boardIds)
  await requireRoom(tx)
  const id = newId()
  tx.defer(
    tx.db
      .insertInto('webhooks')
      .values({
        workspace_id: tx.workspaceId,
        id,
        provider,
        url: describeUrl(url),
        description: name,
        events: kinds,
        board_ids: boardIds,
        secret: sealUrl(vault, url, { workspaceId: tx.workspaceId, id }),
        last_event_id: lastEventId(tx.workspaceId),
        last_sequence: lastSequence(tx.workspaceId),
        created_at: tx.now,
        updated_at: tx.now,
      })
      .execute(),
  )
  audit(tx, 'channel.created', id, { name, provider, address: describeUrl(url), kinds, boardIds })
  return getChannel(tx, id)
}

/** Rejects boards of other workspaces and deleted ones. @throws 400 */
export async function requireBoards({ db, workspaceId }: Scope, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from boards where workspace_id = ${workspaceId} and id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  if (rows[0]!.count === ids.length) return
  throw invalid([{ path: '/boardIds', message: 'must be boards of this workspace', code: 'boards' }])
}

/** Rejects a channel beyond the limit. Concurrent requests wait for each other, so that all are counted. @throws 400 */
async function requireRoom({ db, workspaceId }: WriteScope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`channels ${workspaceId}`}, 0))`.execute(db)
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', workspaceId)
    .where('provider', 'is not', null)
    .executeTakeFirstOrThrow()
  if (count >= maxChannels)
    throw invalidState(`A workspace can have at most ${maxChannels} channels. Delete one first.`)
}
