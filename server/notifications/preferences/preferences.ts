import { sql } from 'kysely'
import { differing, fromTo } from '../../audit/changes.ts'
import { audit } from '../../audit/record.ts'
import { isTeam, permit } from '../../members/roles.ts'
import { notFound } from '../../platform/problems.ts'
import type { Actor, Scope, WriteScope } from '../../platform/scope.ts'
import { resumeMail, stopMail } from './opt-out.ts'
import type { MailKind } from './unsubscribe-token.ts'

/** Which kinds of mail a customer wants: of entries, of replies, of stages of requests that they take part in. */
export type Hearing = Record<MailKind, boolean>

export interface MailChoice {
  hearing: Hearing
  /** Wants no mail at all, whatever the kinds say. */
  isOff: boolean
  /** Nothing is sent, since their mail server has refused three messages in a row. */
  isRefused: boolean
  /** Null when none is known. */
  address: string | null
}

/** What a customer wants to hear. For themself and the team. @throws 404; 403 */
export async function mailChoiceOf(scope: Scope, customerId: string): Promise<MailChoice> {
  permit(mayChoose(scope.actor, customerId))
  const row = await rowOf(scope, customerId).executeTakeFirst()
  if (!row) throw notFound()
  const { address, isOff, isRefused, ...hearing } = row
  return { address, isOff, isRefused, hearing }
}

export interface WantedMail extends Partial<Hearing> {
  /** True: no mail at all, and the kinds are kept for another day. False: mail again, also where it had been refused. */
  off?: boolean
}

/** Chooses what a customer hears; what is not named stays. For themself and the team. @throws 404; 403 */
export async function chooseMail(
  tx: Omit<WriteScope, 'enqueue'>,
  customerId: string,
  { off, ...wanted }: WantedMail,
): Promise<void> {
  permit(mayChoose(tx.actor, customerId))
  const before = await rowOf(tx, customerId).forUpdate().executeTakeFirst()
  if (!before) throw notFound()
  const { changelog, replies, stages } = before
  const hearing = { changelog, replies, stages }
  const changes = differing<Partial<Hearing>>(hearing, wanted)
  if (changes) {
    tx.defer(
      tx.db
        .updateTable('customers')
        .set({ hears_changelog: changes.changelog, hears_replies: changes.replies, hears_stages: changes.stages })
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', customerId)
        .execute(),
    )
    audit(tx, 'customer.mail_chosen', customerId, fromTo(hearing, changes))
  }
  if (off !== undefined) await (off ? stopMail(tx, customerId) : resumeMail(tx, customerId))
}

const mayChoose = (actor: Actor, customerId: string): boolean =>
  isTeam(actor) || (actor.type === 'customer' && actor.id === customerId)

const rowOf = ({ db, workspaceId }: Scope, customerId: string) =>
  db
    .selectFrom('customers')
    .select([
      'email as address',
      sql<boolean>`coalesce(hears_changelog, is_tracked)`.as('changelog'),
      'hears_replies as replies',
      'hears_stages as stages',
      sql<boolean>`mail_opted_out_at is not null`.as('isOff'),
      sql<boolean>`mail_stopped_at is not null`.as('isRefused'),
    ])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
