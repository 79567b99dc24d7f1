import { sql } from 'kysely'
import { resolvePublicBoardForSubmission } from '../../boards/queries.ts'
import { isSelf } from '../../customers/self/is-self.ts'
import { type Participant, takePartAndLock } from '../../customers/tracking/take-part.ts'
import { permit } from '../../platform/authorization.ts'
import { cleanLine, isVisibleText } from '../../platform/formats/visible-text.ts'
import { invalid } from '../../platform/problems.ts'
import { type Static, type TSchema, Type } from '../../platform/schemas.ts'
import type { Scope, WriteScope } from '../../platform/scope.ts'
import { createValidator } from '../../platform/validation.ts'
import { initialStatusFor } from '../initial-status.ts'
import { auditCreated, insertFeedback } from '../insert.ts'
import { FeedbackCreate } from '../schema.ts'
import { isOwnPending, isVisible } from './visibility.ts'

/** The portal's form. The board is a public one, by slug or id. */
export const Submission = Type.Required(Type.Pick(FeedbackCreate, ['title', 'description', 'boardId']))
export type Submission = Static<typeof Submission>

/** The widget's form. Defaults to the first board; the team sees the URL of the page it was sent from. */
const SubmissionInput = Type.Pick(FeedbackCreate, ['title', 'description', 'boardId', 'sourceUrl'])
type SubmissionInput = Static<typeof SubmissionInput>

export interface SubmitFeedbackResult {
  id: string
  title: string
  /** False while it waits for review. */
  isPublic: boolean
  /** False if the customer had already submitted it; the result is that request. */
  isNew: boolean
}

/**
 * Validates a submission, and trims its texts and cleans its title in place.
 * @throws 400 that lists every invalid field.
 */
export const checkSubmission: (input: Submission) => void = checkedBy(Submission)

/** The texts of a request, which its author may change. */
const RequestTexts = Type.Required(Type.Pick(FeedbackCreate, ['title', 'description']))
export type RequestTexts = Static<typeof RequestTexts>

/** Validates the texts of a request in the same way. @throws 400 that lists every invalid field */
export const checkRequestTexts: (input: RequestTexts) => void = checkedBy(RequestTexts)

const checkSubmissionInput: (input: SubmissionInput) => void = checkedBy(SubmissionInput)

function checkedBy(schema: TSchema) {
  const check = createValidator(schema, '')
  return (input: Pick<SubmissionInput, 'title'>) => {
    const title = cleanLine(input.title)
    // A title without visible characters counts as missing.
    input.title = isVisibleText(title) ? title : ''
    const problems = check(input)
    if (problems.length > 0) throw invalid(problems)
  }
}

/**
 * Submits a customer's request, with their vote. The board decides whether it waits for review. A request without a
 * submitter always waits, and so does one from a network that sends too many (`isSuspect`). The same title within a day
 * is the same request: the form was sent twice.
 * @param participant null for an anonymous submission through the widget.
 * @throws 403; 400, also for a board that is not public or accepts no requests; 403 at the plan's cap.
 */
export async function submitFeedback(
  tx: WriteScope,
  input: SubmissionInput,
  participant: Participant | null,
  { isSuspect = false }: { isSuspect?: boolean } = {},
): Promise<SubmitFeedbackResult> {
  permit(isSelf(tx.actor, participant?.customerId ?? null))
  const customerId = participant?.customerId ?? null
  checkSubmissionInput(input)
  const board = await resolvePublicBoardForSubmission(tx, input.boardId)
  if (participant !== null) {
    await takePartAndLock(tx, participant)
    const duplicate = await findDuplicateSubmission(tx, participant.customerId, input.title)
    if (duplicate) return { ...duplicate, isNew: false }
  }
  const { description = '' } = input
  const mustWait = isSuspect || customerId === null
  const texts = [input.title, description]
  const status = mustWait ? 'pending' : initialStatusFor(tx, board, { customerId, texts })
  const feedback = await insertFeedback(tx, { ...input, description, board, customerId, status }).inserted
  auditCreated(tx, feedback, customerId)
  return { id: feedback.id, title: feedback.title, isPublic: feedback.status === 'approved', isNew: true }
}

const duplicateWindowHours = 24
// More than the rate limit of the portal allows in that time (portal/http/rate-limits.ts).
const maxCompared = 100

/** Finds a visible or pending request that the customer submitted within the window under the same normalized title. */
async function findDuplicateSubmission({ db, workspaceId, now }: Scope, customerId: string, title: string) {
  const since = new Date(Date.parse(now) - duplicateWindowHours * 3_600_000).toISOString()
  const { rows } = await sql<Omit<SubmitFeedbackResult, 'isNew'>>`
    select f.id, f.title, f.status = 'approved' as "isPublic" from feedback_context x
    join feedback f on f.workspace_id = x.workspace_id and f.id = x.feedback_id
    where x.workspace_id = ${workspaceId} and x.customer_id = ${customerId} and f.created_at > ${since}
      and (${isOwnPending('f')} or ${isVisible('f')})
    order by f.created_at desc limit ${sql.lit(maxCompared)}`.execute(db)
  return rows.find((request) => normalizeTitle(request.title) === normalizeTitle(title))
}

/** Removes case, spaces and punctuation. A title that is only punctuation stays as it is. */
function normalizeTitle(title: string): string {
  const letters = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
  return letters === '' ? title : letters
}
