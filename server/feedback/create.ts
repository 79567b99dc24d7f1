import { type Insertable, sql } from 'kysely'
import { audit } from '../audit/record.ts'
import { type BoardRow, boardForSubmission } from '../boards/queries.ts'
import type { TrackedCustomerCaps } from '../customers/tracking/caps.ts'
import { admitCustomer, findCustomer } from '../customers/identity/identify.ts'
import { prepared } from '../platform/db/prepared.ts'
import { newId } from '../platform/ids.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import type { Tables } from '../tables.ts'
import { recordVote } from '../votes/record.ts'
import { getFeedback } from './queries.ts'
import type { Feedback, FeedbackCreate, Moderation } from './schema.ts'
import { searchKeys } from './search/search-keys.ts'
import { trendOfNew } from './trend.ts'

/** A request as it comes in. */
export interface NewRequest extends FeedbackCreate {
  /** Of one that a member files: whether it waits for the team all the same. No operation of the API takes this. */
  moderation?: 'pending' | 'approved'
}

/** Files a request on a board; an attributed one starts with its submitter's vote (contract §4). */
export async function createFeedback(tx: WriteScope, input: NewRequest, caps: TrackedCustomerCaps): Promise<Feedback> {
  const { title, description = '', submitter } = input
  const [board, known] = await Promise.all([
    boardForSubmission(tx, input.boardId),
    submitter ? findCustomer(tx, submitter) : null,
  ])
  const customerId = submitter ? (known ?? (await admitCustomer(tx, submitter, caps))) : null
  // Who was not known a moment ago has no approved request.
  const moderation = moderationFor(tx, board, input, known)
  return fileRequest(tx, { ...input, title, description, board, customerId, moderation })
}

interface Filed extends FeedbackCreate {
  description: string
  board: BoardRow
  customerId: string | null
  moderation: FirstModeration
}

/** Stores a request with what belongs to it, whoever it came from and whichever way. */
export async function fileRequest(tx: WriteScope, request: Filed): Promise<Feedback> {
  const { title, description, board, customerId, moderation } = request
  const votes = customerId === null ? 0 : 1
  const id = insertFeedback(tx, { boardId: board.id, title, description, votes, moderation })
  if (customerId !== null) recordVote(tx, id, customerId)
  keepContext(tx, id, customerId, request)
  const made = await getFeedback(tx, id)
  const approved = made.status === 'approved' && { status: made.status }
  audit(tx, 'feedback.created', id, { boardId: board.id, customerId, ...approved })
  return made
}

type FirstModeration = Moderation | ReturnType<typeof afterFirst>

/**
 * Whether a new request waits for the team: as its board says, whichever way it comes; one of the team's own does not,
 * unless its author says so.
 */
export function moderationFor(
  { actor, workspaceId }: Scope,
  board: BoardRow,
  { moderation }: Pick<NewRequest, 'moderation'>,
  known: string | null,
): FirstModeration {
  if (actor.type === 'member') return moderation ?? 'approved'
  if (board.moderation === 'none') return 'approved'
  return board.moderation === 'first_time' && known !== null ? afterFirst(workspaceId, known) : 'pending'
}

/** Approved, if a request of this customer has been approved before. Asked as the request is stored. */
const afterFirst = (workspaceId: string, customerId: string) =>
  sql<Moderation>`case when exists (
      select from feedback_context c join feedback f on f.workspace_id = c.workspace_id and f.id = c.feedback_id
      where c.workspace_id = ${workspaceId} and c.customer_id = ${customerId} and f.moderation = 'approved')
    then 'approved' else 'pending' end`

interface NewFeedback {
  boardId: string
  moderation?: FirstModeration
  title: string
  description: string
  /** Where the team itself files it: approved at once, in this stage. */
  productStage?: 'planned' | 'in_progress' | 'completed' | 'closed'
  /** Those that this transaction records with it. */
  votes?: number
}

export function insertFeedback(tx: WriteScope, wanted: NewFeedback): string {
  const { boardId, title, description, productStage, votes = 0 } = wanted
  const { moderation = productStage ? 'approved' : 'pending' } = wanted
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
    active_at: tx.now,
    trend: trendOfNew(tx.now, votes),
  }
  tx.defer(
    typeof moderation === 'string'
      ? addRequest(tx.db, { ...row, moderation })
      : tx.db
          .insertInto('feedback')
          .values({ ...row, moderation })
          .execute(),
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
