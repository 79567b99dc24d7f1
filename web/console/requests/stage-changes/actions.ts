import { type Flash, redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import {
  type StageTransition,
  setStages,
  setStatuses,
  undoStageTransitions,
} from '#server/feedback/lifecycle/set-stages.ts'
import { decodeUndo, encodeUndo } from '#server/feedback/lifecycle/undo-encoding.ts'
import { type FeedbackStatus, StageChange } from '#server/feedback/schema.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { invalidState } from '#server/platform/problems.ts'
import { Type, Uuid } from '#server/platform/schemas.ts'
import type { WriteScope } from '#server/platform/scope.ts'
import { bulkMessages } from '../../messages/requests/list.ts'
import { notFoundAsFormError } from '../not-found.ts'

type ActionContext = MemberContext & { form: FormInput }

/** What a form that stays on its page is told. */
export interface StageChangeResult {
  flash: Flash
}

const Ids = Type.Array(Uuid())

/**
 * The intents by which requests are moved, one or a hundred: `id` of each, `next` to go to, `stay` to
 * be told only, `back` to go to when it is undone, if that is elsewhere. A request that is gone is a 404.
 */
export const stageActions = {
  stage: (visit: ActionContext) => {
    const { stage } = validateForm(StageChange, { stage: visit.form.text('stage') })
    return changeRequests(
      visit,
      (tx, ids) => setStages(tx, ids, stage),
      (moved) => bulkMessages.moved(moved, stage),
    )
  },
  approve: (visit: ActionContext) => changeModeration(visit, 'approved', bulkMessages.approved),
  reject: (visit: ActionContext) => changeModeration(visit, 'rejected', bulkMessages.rejected),
  spam: (visit: ActionContext) => changeModeration(visit, 'spam', bulkMessages.markedSpam),
  undo: async ({ form, write }: ActionContext) => {
    const moves = decodeUndo(form.text('moves'))
    const back = await write((tx) => undoStageTransitions(tx, moves))
    const next = safeRedirectPath(form.text('next'))
    return back.length > 0
      ? redirectWithFlash(next, bulkMessages.undone(back.length))
      : redirectWithFlash(next, bulkMessages.notUndone, { tone: 'warning' })
  },
}

const missingRequestMessage = ({ form }: ActionContext) =>
  form.all('id').length > 1 ? bulkMessages.someGone : bulkMessages.gone

/** The same for a list, which stays where it is when one of its requests is gone. */
export const listStageActions = {
  stage: notFoundAsFormError(stageActions.stage, missingRequestMessage),
  approve: notFoundAsFormError(stageActions.approve, missingRequestMessage),
  reject: notFoundAsFormError(stageActions.reject, missingRequestMessage),
  spam: notFoundAsFormError(stageActions.spam, missingRequestMessage),
  undo: stageActions.undo,
}

const changeModeration = (visit: ActionContext, status: FeedbackStatus, said: (moved: StageTransition[]) => string) =>
  changeRequests(visit, (tx, ids) => setStatuses(tx, ids, status), said)

async function changeRequests(
  { form, write, home }: ActionContext,
  verb: (tx: WriteScope, ids: string[]) => Promise<StageTransition[]>,
  said: (moved: StageTransition[]) => string,
): Promise<StageChangeResult | Response> {
  const ids = [...new Set(validateForm(Ids, form.all('id')))]
  if (ids.length === 0) throw invalidState(bulkMessages.none)
  const moves = await write((tx) => verb(tx, ids))
  const next = form.text('next')
  const flash: Flash =
    moves.length === 0
      ? { text: bulkMessages.unchanged, tone: 'info' }
      : {
          text: said(moves),
          undo: {
            action: `${home}/requests`,
            intent: 'undo',
            fields: { moves: encodeUndo(moves), next: form.text('back') || next },
          },
        }
  if (form.flag('stay')) return { flash }
  const { text, ...more } = flash
  return redirectWithFlash(safeRedirectPath(next), text, more)
}
