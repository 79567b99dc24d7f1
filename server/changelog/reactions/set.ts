import { sql } from 'kysely'
import { audit } from '../../audit/record.ts'
import type { TrackedCustomerCaps } from '../../customers/tracking/caps.ts'
import { trackCustomer } from '../../customers/identity/identify.ts'
import { notFound, refusal } from '../../platform/problems.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import type { Emoji } from './emoji.ts'
import { type Reaction, reactionsOf } from './summary.ts'

/**
 * A customer reacts to an entry with an emoji, or takes that back. Set and not toggled: said twice, it is as said once.
 * @returns the reactions of the entry, as they are after it.
 * @throws 404 for an entry that is not published; 400 where it takes no reactions; 403 at the plan's cap.
 */
export async function setOwnReaction(
  tx: WriteScope,
  entryId: string,
  { emoji, isOn }: { emoji: Emoji; isOn: boolean },
  { customerId, caps }: { customerId: string; caps: TrackedCustomerCaps },
): Promise<Reaction[]> {
  // The entry is held first, then the counter of the workspace, then the customer: the order of all who take part.
  const { isTaking } = await holdPublished(tx, entryId)
  if (isOn && !isTaking) throw refusal('This entry does not take reactions.')
  if (isOn) await trackCustomer(tx, customerId, caps)
  const { rows } = await (isOn ? add : remove)(tx, { entryId, emoji, customerId })
  if (rows.length > 0) audit(tx, isOn ? 'changelog.reacted' : 'changelog.unreacted', entryId, { customerId, emoji })
  return reactionsTo(tx, entryId, customerId)
}

interface Own {
  entryId: string
  emoji: Emoji
  customerId: string
}

const add = ({ db, workspaceId, now }: WriteScope, { entryId, emoji, customerId }: Own) =>
  sql`insert into changelog_reactions (workspace_id, entry_id, customer_id, emoji, created_at)
    values (${workspaceId}, ${entryId}, ${customerId}, ${emoji}, ${now})
    on conflict do nothing returning entry_id`.execute(db)

const remove = ({ db, workspaceId }: WriteScope, { entryId, emoji, customerId }: Own) =>
  sql`delete from changelog_reactions where workspace_id = ${workspaceId} and entry_id = ${entryId}
    and customer_id = ${customerId} and emoji = ${emoji} returning entry_id`.execute(db)

/** Held so that it cannot be deleted meanwhile; many may react at once. */
async function holdPublished({ db, workspaceId }: WriteScope, entryId: string): Promise<{ isTaking: boolean }> {
  const { rows } = await sql<{ isTaking: boolean }>`
    select reactions_enabled as "isTaking" from changelog_entries
    where workspace_id = ${workspaceId} and id = ${entryId} and published_at is not null for key share`.execute(db)
  if (!rows[0]) throw notFound()
  return rows[0]
}

async function reactionsTo({ db, workspaceId }: Scope, entryId: string, customerId: string): Promise<Reaction[]> {
  const { rows } = await sql<{ reactions: Reaction[] }>`
    select ${reactionsOf('e', customerId)} as reactions from changelog_entries e
    where e.workspace_id = ${workspaceId} and e.id = ${entryId}`.execute(db)
  return rows[0]!.reactions
}
