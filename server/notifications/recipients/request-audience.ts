import { type RawBuilder, sql } from 'kysely'
import { canReadPortal } from '../../customers/sign-in/access.ts'
import { hasUnfollowed } from '../../follows/hears.ts'

/*
 * Who is emailed about a request, apart from whether the request may be disclosed. The fan-out, the claim of a delivery
 * and the count before an act use these rules, together with `follows/hears.ts` and `suppression.ts`.
 */

/**
 * Whether mail about a request may go to a customer. Customers who stopped following and blocked customers get nothing.
 * People who came to the portal by themselves get nothing about a private portal that they can no longer read.
 * @param customer the table alias
 * @param feedback the alias of the request
 */
export const mayBeMailedAbout = (customer: string, feedback: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.blocked_at`)} is null and not ${hasUnfollowed(customer, feedback)}
    and (${sql.ref(`${customer}.origin`)} in ('api', 'team', 'import') or ${canReadPortal(customer)}))`

/** Whether a customer wants news of stages. @param isParticipant whether they are notified about the request */
export const wantsStages = (customer: string, isParticipant: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.notify_stages`)} and ${isParticipant})`

/**
 * Whether a customer wants a staff reply. It also goes to the author of the comment it answers.
 * @param isParticipant whether they are notified about the request
 * @param isAnswered whether it answers their comment
 */
export const wantsStaffReply = (
  customer: string,
  isParticipant: RawBuilder<boolean>,
  isAnswered: RawBuilder<boolean>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${customer}.notify_replies`)} and (${isAnswered} or ${isParticipant}))`
