import { sql } from 'kysely'
import { resolvePublicBoardForSubmission } from '../../boards/queries.ts'
import { type Participant, trackAndLockCustomer } from '../../customers/tracking/track-and-lock.ts'
import { invalid } from '../../platform/problems.ts'
import { type Static, type TSchema, Type } from '../../platform/schemas.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { compileValidator } from '../../platform/validation.ts'
import { initialStatusFor, recordFeedback } from '../create.ts'
import { FeedbackCreate } from '../schema.ts'
import { isOwnPending, isVisible } from './visibility.ts'

/** What a customer files themselves. The board is one that they see, by its slug or id. */
export const Submission = Type.Required(Type.Pick(FeedbackCreate, ['title', 'description', 'boardId']))
export type Submission = Static<typeof Submission>

/** What comes from a page that is not ours: without a board it is for the first, and the team is told where it was written. */
const SubmissionInput = Type.Pick(FeedbackCreate, ['title', 'description', 'boardId', 'sourceUrl'])
type SubmissionInput = Static<typeof SubmissionInput>

export interface SubmitFeedbackResult {
  id: string
  title: string
  /** Whether everybody sees it; else it waits for review. */
  isPublic: boolean
  /** False when the customer has asked for the same already: then it is that request. */
  isNew: boolean
}

/** Trims the texts in place. @throws 400 that names every member that is wrong */
export const checkSubmission: (input: Submission) => void = checkedBy(Submission)

const checkSubmissionInput: (input: SubmissionInput) => void = checkedBy(SubmissionInput)

function checkedBy(schema: TSchema) {
  const check = compileValidator(schema, '')
  return (input: unknown) => {
    const problems = check(input)
    if (problems.length > 0) throw invalid(problems)
  }
}

/**
 * A customer files a request, with their vote; whether it waits for review is their board's to say. The same title again
 * within a day is the same request: a form that was sent twice, or an impatient one.
 * @param participant null: somebody whom nobody knows, as pages of the workspace's own may let them
 * @throws 400 also for a board that is not public or takes none; 403 at the plan's cap.
 */
export async function submitFeedback(
  tx: WriteScope,
  input: SubmissionInput,
  participant: Participant | null,
): Promise<SubmitFeedbackResult> {
  checkSubmissionInput(input)
  const board = await resolvePublicBoardForSubmission(tx, input.boardId)
  const customerId = participant?.customerId ?? null
  if (participant !== null) {
    await trackAndLockCustomer(tx, participant)
    const before = await findDuplicateSubmission(tx, participant.customerId, input.title)
    if (before) return { ...before, isNew: false }
  }
  const initialStatus = initialStatusFor(tx, board, {}, customerId)
  const request = { ...input, description: input.description ?? '', board, customerId, status: initialStatus }
  const { id, title, status } = await recordFeedback(tx, request)
  return { id, title, isPublic: status === 'approved', isNew: true }
}

const sameWithinHours = 24
// More than the portal lets anybody file in that time (portal/guard.ts).
const maxCompared = 100

/** Their own request of the last day with this title, whatever its case, spaces and punctuation, if they still see it. */
async function findDuplicateSubmission({ db, workspaceId, now }: Scope, customerId: string, title: string) {
  const since = new Date(Date.parse(now) - sameWithinHours * 3_600_000).toISOString()
  const { rows } = await sql<Omit<SubmitFeedbackResult, 'isNew'>>`
    select f.id, f.title, f.status = 'approved' as "isPublic" from feedback_context x
    join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId} and f.created_at > ${since}
      and (${isOwnPending('f')} or ${isVisible('f')})
    order by f.created_at desc limit ${sql.lit(maxCompared)}`.execute(db)
  return rows.find((each) => normalizeTitle(each.title) === normalizeTitle(title))
}

/** What is left of a title when how it is written is set aside. */
function normalizeTitle(title: string): string {
  const letters = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
  return letters === '' ? title : letters
}
