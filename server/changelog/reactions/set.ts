import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import { assertNotBlocked } from '../../customers/blocking/assert-not-blocked.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { type Participant, takePart } from '../../customers/tracking/take-part.ts'
import { permit } from '../../platform/authorization.ts'
import { invalidState, notFound } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Emoji } from './emoji.ts'
import { type Reaction, selectReactions } from './summary.ts'

/**
 * Sets or removes a customer's own reaction to an entry. Idempotent: it does not toggle.
 * @returns the reactions of the entry afterwards
 * @throws 403 for another customer and at the plan's cap; 404 unless published; 400 if the entry takes no reactions
 */
export async function setOwnReaction(
  tx: WriteScope,
  entryId: string,
  { emoji, isOn }: { emoji: Emoji; isOn: boolean },
  participant: Participant,
): Promise<Reaction[]> {
  permit(isSelf(tx.actor, participant.customerId))
  const { customerId } = participant
  // All customer actions lock in the same order: the entry, the workspace's counter, the customer.
  const { acceptsReactions } = await lockPublishedEntry(tx, entryId)
  if (isOn && !acceptsReactions) throw invalidState('Reactions are turned off for this entry.')
  if (isOn) await takePart(tx, participant)
  await assertNotBlocked(tx, customerId)
  const { rows } = await (isOn ? insertReaction : deleteReaction)(tx, { entryId, emoji, customerId })
  if (rows.length > 0)
    audit(tx, isOn ? 'changelog.reaction_added' : 'changelog.reaction_removed', entryId, { customerId, emoji })
  return getReactions(tx, entryId, customerId)
}

interface ReactionKey {
  entryId: string
  emoji: Emoji
  customerId: string
}

const insertReaction = ({ db, workspaceId, now }: WriteScope, { entryId, emoji, customerId }: ReactionKey) =>
  sql`insert into changelog_reactions (workspace_id, entry_id, customer_id, emoji, created_at)
    values (${workspaceId}, ${entryId}, ${customerId}, ${emoji}, ${now})
    on conflict do nothing returning entry_id`.execute(db)

const deleteReaction = ({ db, workspaceId }: WriteScope, { entryId, emoji, customerId }: ReactionKey) =>
  sql`delete from changelog_reactions where workspace_id = ${workspaceId} and entry_id = ${entryId}
    and customer_id = ${customerId} and emoji = ${emoji} returning entry_id`.execute(db)

/** Locks an entry against deletion, while others may still react to it. */
async function lockPublishedEntry(
  { db, workspaceId }: WriteScope,
  entryId: string,
): Promise<{ acceptsReactions: boolean }> {
  const { rows } = await sql<{ acceptsReactions: boolean }>`
    select reactions_enabled as "acceptsReactions" from changelog_entries
    where workspace_id = ${workspaceId} and id = ${entryId} and published_at is not null for key share`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function getReactions({ db, workspaceId }: Scope, entryId: string, customerId: string): Promise<Reaction[]> {
  const { rows } = await sql<{ reactions: Reaction[] }>`
    select ${selectReactions('e', customerId)} as reactions from changelog_entries e
    where e.workspace_id = ${workspaceId} and e.id = ${entryId}`.execute(db)
  return rows[0]!.reactions
}
