import { newId } from '../../platform/ids.ts'
import type { WriteScope } from '../../platform/scope.ts'

/** The place where a customer made a choice about announcements, and the words they read. */
export interface ConsentEvidence {
  surface: 'portal' | 'widget' | 'email' | 'console'
  /** Which page of the surface, such as `sign-in`. */
  page: string
  /** The host name of the page; null in the console. */
  host: string | null
  /** The exact text next to the control that they used; null if a team member acted for them. */
  wording: string | null
}

export type ConsentAction = 'given' | 'withdrawn'

/** The evidence for a change that a team member makes at a customer’s request. */
export const teamEvidence: ConsentEvidence = { surface: 'console', page: 'customer', host: null, wording: null }

const wordingMaxLength = 4_000

/** Stores that a customer has agreed to announcements, or no longer wants them. Rows are never changed afterwards. */
export function recordConsent(
  tx: Omit<WriteScope, 'enqueue'>,
  customerId: string,
  action: ConsentAction,
  { surface, page, host, wording }: ConsentEvidence,
): void {
  tx.defer(
    tx.db
      .insertInto('consents')
      .values({
        workspace_id: tx.workspaceId,
        id: newId(),
        customer_id: customerId,
        action,
        surface,
        page,
        host,
        wording: wording?.slice(0, wordingMaxLength),
        created_at: tx.now,
      })
      .execute(),
  )
}
