import type { Insertable } from 'kysely'
import { audit } from '../audit/record.ts'
import { boardForSubmission } from '../boards/queries.ts'
import type { TrackedCustomerCaps } from '../customers/caps.ts'
import { admitCustomer, findCustomer } from '../customers/identify.ts'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import { recordVote } from '../votes/record.ts'
import { getFeedback } from './queries.ts'
import type { Feedback, FeedbackCreate } from './schema.ts'
import { searchKeys } from './search-keys.ts'

/** Files a request on a board; an attributed one starts with its submitter's vote (contract §4). */
export async function createFeedback(
  tx: WriteScope,
  input: FeedbackCreate,
  caps: TrackedCustomerCaps,
): Promise<Feedback> {
  const { title, description = '', submitter } = input
  const [board, known] = await Promise.all([
    boardForSubmission(tx, input.boardId),
    submitter ? findCustomer(tx, submitter) : null,
  ])
  const customerId = submitter ? (known ?? (await admitCustomer(tx, submitter, caps))) : null
  const id = insertFeedback(tx, { boardId: board.id, title, description, votes: customerId === null ? 0 : 1 })
  if (customerId !== null) recordVote(tx, id, customerId)
  keepContext(tx, id, customerId, input)
  audit(tx, 'feedback.created', id, { boardId: board.id, customerId })
  return getFeedback(tx, id)
}

interface NewFeedback {
  boardId: string
  title: string
  description: string
  /** Where the team itself files it: approved at once, in this stage. */
  productStage?: 'planned' | 'in_progress' | 'completed' | 'closed'
  /** Those that this transaction records with it. */
  votes?: number
}

export function insertFeedback(tx: WriteScope, { productStage, votes = 0, boardId, ...texts }: NewFeedback): string {
  const id = newId()
  tx.defer(
    addRequest(tx.db, {
      ...texts,
      search_keys: searchKeys(tx.workspaceId, texts.title, texts.description),
      workspace_id: tx.workspaceId,
      id,
      board_id: boardId,
      moderation: productStage ? 'approved' : 'pending',
      product_stage: productStage ?? null,
      votes,
      created_at: tx.now,
      updated_at: tx.now,
    }),
  )
  return id
}

const addRequest = prepared((db, row: Insertable<Tables['feedback']>) => db.insertInto('feedback').values(row))

/** Who asked and where, for the team alone: in a table that nothing public reads. */
function keepContext(tx: WriteScope, id: string, customerId: string | null, input: FeedbackCreate): void {
  if (customerId === null && input.sourceUrl === undefined && input.metadata === undefined) return
  tx.defer(
    addContext(tx.db, {
      workspace_id: tx.workspaceId,
      feedback_id: id,
      customer_id: customerId,
      source_url: input.sourceUrl ?? null,
      metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    }),
  )
}

const addContext = prepared((db, row: Insertable<Tables['feedback_context']>) =>
  db.insertInto('feedback_context').values(row),
)
