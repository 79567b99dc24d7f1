import { type Insertable, sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { type BoardRow, resolveBoardForSubmission } from '../boards/queries.ts'
import { findTrackedCustomer, upsertTrackedCustomer } from '../customers/identity/identify.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import { recordVote } from '../votes/record.ts'
import { getFeedback } from './queries.ts'
import type { Feedback, FeedbackCreate, FeedbackStatus } from './schema.ts'
import { searchKeys } from './search/search-keys.ts'
import { initialTrend } from './trend.ts'

/** A request as it comes in. */
export interface CreateFeedbackInput extends FeedbackCreate {
  /** Of one that a member files: whether it waits for the team all the same. No operation of the API takes this. */
  status?: 'pending' | 'approved'
}

/** Files a request on a board; an attributed one starts with its submitter's vote (contract §4). */
export async function createFeedback(
  tx: WriteScope,
  input: CreateFeedbackInput,
  caps: TrackedCustomerCaps,
): Promise<Feedback> {
  const { title, description = '', submitter } = input
  const [board, known] = await Promise.all([
    resolveBoardForSubmission(tx, input.boardId),
    submitter ? findTrackedCustomer(tx, submitter) : null,
  ])
  const customerId = submitter ? (known ?? (await upsertTrackedCustomer(tx, submitter, caps))) : null
  // Who was not known a moment ago has no approved request.
  const status = initialStatusFor(tx, board, input, known)
  return recordFeedback(tx, { ...input, title, description, board, customerId, status })
}

interface FeedbackToRecord extends FeedbackCreate {
  description: string
  board: BoardRow
  customerId: string | null
  status: InitialStatus
}

/** Stores a request with what belongs to it, whoever it came from and whichever way. */
export async function recordFeedback(tx: WriteScope, request: FeedbackToRecord): Promise<Feedback> {
  const { title, description, board, customerId, status } = request
  const votes = customerId === null ? 0 : 1
  const id = insertFeedback(tx, { boardId: board.id, title, description, votes, status })
  if (customerId !== null) recordVote(tx, id, customerId)
  recordContext(tx, id, customerId, request)
  const made = await getFeedback(tx, id)
  const approved = made.status === 'approved' && { status: made.status }
  audit(tx, 'feedback.created', id, { boardId: board.id, customerId, ...approved })
  return made
}

type InitialStatus = FeedbackStatus | ReturnType<typeof approvedIfApprovedBefore>

/**
 * Whether a new request waits for the team: as its board says, whichever way it comes; one of the team's own does not,
 * unless its author says so.
 */
export function initialStatusFor(
  { actor, workspaceId }: Scope,
  board: BoardRow,
  { status }: Pick<CreateFeedbackInput, 'status'>,
  known: string | null,
): InitialStatus {
  if (actor.type === 'member') return status ?? 'approved'
  if (board.reviews_new === 'none') return 'approved'
  return board.reviews_new === 'first_time' && known !== null ? approvedIfApprovedBefore(workspaceId, known) : 'pending'
}

/** Approved, if a request of this customer has been approved before. Asked as the request is stored. */
const approvedIfApprovedBefore = (workspaceId: string, customerId: string) =>
  sql<FeedbackStatus>`case when exists (
      select from feedback_context c join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
      where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} and f.status = 'approved')
    then 'approved' else 'pending' end`

interface FeedbackValues {
  boardId: string
  status?: InitialStatus
  title: string
  description: string
  /** Where the team itself files it: approved at once, in this stage. */
  productStage?: 'planned' | 'in_progress' | 'completed' | 'closed'
  /** Those that this transaction records with it. */
  votes?: number
}

export function insertFeedback(tx: WriteScope, wanted: FeedbackValues): string {
  const { boardId, title, description, productStage, votes = 0 } = wanted
  const { status = productStage ? 'approved' : 'pending' } = wanted
  const id = newId()
  const row = {
    title,
    description,
    search_keys: searchKeys(tx.workspaceId, title, description),
    workspace_id: tx.workspaceId,
    id,
    board_id: boardId,
    product_stage: productStage ?? null,
    votes,
    created_at: tx.now,
    updated_at: tx.now,
    last_activity_at: tx.now,
    trend: initialTrend(tx.now, votes),
  }
  tx.defer(
    typeof status === 'string'
      ? insertFeedbackRow(tx.db, { ...row, status })
      : tx.db
          .insertInto('feedback')
          .values({ ...row, status })
          .execute(),
  )
  return id
}

const insertFeedbackRow = prepared((db, row: Insertable<Tables['feedback']>) => db.insertInto('feedback').values(row))

/** Who asked and where, for the team alone: in a table that nothing public reads. */
function recordContext(tx: WriteScope, id: string, customerId: string | null, input: FeedbackCreate): void {
  if (customerId === null && input.sourceUrl === undefined && input.metadata === undefined) return
  tx.defer(
    insertContextRow(tx.db, {
      workspace_id: tx.workspaceId,
      feedback_id: id,
      customer_id: customerId,
      source_url: input.sourceUrl ?? null,
      metadata: input.metadata === undefined ? null : JSON.stringify(input.metadata),
    }),
  )
}

const insertContextRow = prepared((db, row: Insertable<Tables['feedback_context']>) =>
  db.insertInto('feedback_context').values(row),
)
