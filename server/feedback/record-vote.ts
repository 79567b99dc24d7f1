import { prepared } from '../platform/db/prepared.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'

/** Stores the first vote on a request that this transaction creates with the vote already counted. */
export function recordVote(tx: WriteScope, feedbackId: string, customerId: string): void {
  tx.defer(
    insertVoteRow(tx.db, {
      workspace_id: tx.workspaceId,
      feedback_id: feedbackId,
      customer_id: customerId,
      created_at: tx.now,
    }),
  )
}

const insertVoteRow = prepared((db, row: Tables['votes']) => db.insertInto('votes').values(row))
