import { type Flash, redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { assertNotEditedSince } from '#server/edits/queries.ts'
import { isRoadmapStage } from '#server/feedback/lifecycle/roadmap-status.ts'
import { setStages } from '#server/feedback/lifecycle/set-stage.ts'
import { setStatuses } from '#server/feedback/lifecycle/set-status.ts'
import type { StageTransition } from '#server/feedback/lifecycle/transitions.ts'
import { undoStageChanges } from '#server/feedback/lifecycle/undo-stage-changes.ts'
import { StageChange } from '#server/feedback/schema.ts'
import { type NotificationChoice, notifyEveryone } from '#server/notifications/events/choice.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { invalidState } from '#server/platform/problems.ts'
import { Timestamp, Type, Uuid } from '#server/platform/schemas.ts'
import type { WriteScope } from '#server/platform/scope.ts'
import { promoteToStage, type StagePromotion } from '#server/roadmap/promote-to-stage.ts'
import {
  bulkOutcomeMessages,
  describeAdded,
  describeModeration,
  describeStageChange,
} from '../../messages/requests/list.ts'
import { mailActions } from '../../notify/actions.ts'
import { readNotificationChoice, withMail } from '../../notify/choice.ts'
import { notFoundAsFormError } from '../not-found.ts'

/** The result of a form that stays on its page. */
export interface StageChangeResult {
  flash: Flash
}

const SeenAt = Timestamp()
const Ids = Type.Array(Uuid())
// The characters of a request id (platform/http/server.ts).
const RequestId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' })

/**
 * Handles the intents that change the stage or status of 1 to 100 requests. Form fields: `id` of each request, `next`
 * (the page to go to), the fields of `NotifyOptions` and `RoadmapOption`, `stay` (return the notice instead of redirecting)
 * and `back` (the page to go to after an undo, if not `next`). A request that no longer exists is a 404.
 */
export const stageActions = {
  stage: async (context: MemberActionContext) => {
    const { stage } = validateForm(StageChange, { stage: context.form.text('stage') })
    const choice = await readNotificationChoice(context, 'stages')
    if (!isRoadmapStage(stage) || !choosesRoadmap(context)) {
      return changeRequests(
        context,
        (tx, ids, choice) => setStages(tx, ids, stage, choice),
        (changes) => describeStageChange(changes, stage),
        choice,
      )
    }
    return changeRequests(
      context,
      (tx, ids, choice) => promoteToStage(tx, ids, stage, choice),
      (changes) => describeStageChange(changes, stage, changes.filter(isAdded).length),
      choice,
    )
  },
  /** Puts requests on the roadmap in the column of their stage. That is no news to anyone. */
  addToRoadmap: (context: MemberActionContext) =>
    changeRequests(context, (tx, ids) => promoteToStage(tx, ids, null), describeAdded, notifyEveryone),
  approve: (context: MemberActionContext) => changeStatuses(context, 'approved'),
  reject: (context: MemberActionContext) => changeStatuses(context, 'rejected'),
  spam: (context: MemberActionContext) => changeStatuses(context, 'spam'),
  undo: async (context: MemberActionContext) => {
    const { form, write } = context
    const requestId = validateForm(RequestId, form.text('request'))
    const undone = await write((tx) => undoStageChanges(tx, requestId))
    const next = safeRedirectPath(form.text('next'))
    return undone.length > 0
      ? redirectAfterUndo(context, next, bulkOutcomeMessages.undone({ count: undone.length }))
      : redirectWithFlash(next, bulkOutcomeMessages.notUndone, { tone: 'warning' })
  },
  ...mailActions,
}

const missingRequestMessage = ({ form }: MemberActionContext) =>
  form.all('id').length > 1 ? bulkOutcomeMessages.someGone : bulkOutcomeMessages.gone

/** The same actions for a list, which stays on its page when one of its requests no longer exists. */
export const listStageActions = {
  stage: notFoundAsFormError(stageActions.stage, missingRequestMessage),
  addToRoadmap: notFoundAsFormError(stageActions.addToRoadmap, missingRequestMessage),
  approve: notFoundAsFormError(stageActions.approve, missingRequestMessage),
  reject: notFoundAsFormError(stageActions.reject, missingRequestMessage),
  spam: notFoundAsFormError(stageActions.spam, missingRequestMessage),
  undo: stageActions.undo,
  ...mailActions,
}

/** Reads the field of `RoadmapOption`. A form without it, as sent by a key, adds the requests to the roadmap. */
const choosesRoadmap = ({ form }: MemberActionContext): boolean =>
  !form.has('choosesRoadmap') || form.flag('addsToRoadmap')

const isAdded = ({ createdItemId }: StagePromotion): boolean => createdItemId !== null

const changeStatuses = async (context: MemberActionContext, status: 'approved' | 'rejected' | 'spam') =>
  changeRequests(
    context,
    (tx, ids, choice) => setStatuses(tx, ids, status, choice),
    (changes) => describeModeration(changes, status),
    // People are not told that a request was rejected.
    status === 'approved' ? await readNotificationChoice(context, 'approvals') : notifyEveryone,
  )

/** Rejects an approval of texts that their authors have edited since the team member opened the page. @throws 400 */
export async function rejectIfEdited({ form }: MemberActionContext, tx: WriteScope, ids: string[]): Promise<void> {
  const seenAt = form.optionalText('seenAt')
  if (seenAt === undefined) return
  await assertNotEditedSince(tx, ids, validateForm(SeenAt, seenAt), bulkOutcomeMessages.edited)
}

/** Describes whom an undo emails: the people who were already told of the change. */
export async function redirectAfterUndo(context: MemberActionContext, next: string, text: string): Promise<Response> {
  const { text: notice, ...options } = await withMail(context, { text }, { choice: notifyEveryone, next })
  return redirectWithFlash(next, notice, options)
}

/** Returns the form that undoes the changes of this HTTP request. @param next the page to go to */
export const undoForm = ({ home, requestId }: MemberActionContext, next: string): NonNullable<Flash['undo']> => ({
  action: `${home}/requests`,
  intent: 'undo',
  fields: { request: requestId, next },
})

async function changeRequests<T extends StageTransition>(
  context: MemberActionContext,
  verb: (tx: WriteScope, ids: string[], choice: NotificationChoice) => Promise<T[]>,
  message: (changes: T[]) => string,
  choice: NotificationChoice,
): Promise<StageChangeResult | Response> {
  const { form, write } = context
  const ids = [...new Set(validateForm(Ids, form.all('id')))]
  if (ids.length === 0) throw invalidState(bulkOutcomeMessages.none)
  const changes = await write(async (tx) => {
    const changes = await verb(tx, ids, choice)
    await rejectIfEdited(context, tx, ids)
    return changes
  })
  const next = form.text('next')
  const back = form.text('back') || next
  const flash: Flash =
    changes.length === 0
      ? { text: bulkOutcomeMessages.unchanged, tone: 'info' }
      : await withMail(context, { text: message(changes), undo: undoForm(context, back) }, { choice, next })
  if (form.flag('stay')) return { flash }
  const { text, ...options } = flash
  return redirectWithFlash(safeRedirectPath(next), text, options)
}
