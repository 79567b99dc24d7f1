import { done, type Flash } from '#server/console/flash.ts'
import { checked, type FormInput } from '#server/console/form.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { movesOfText, movesText } from '#server/feedback/lifecycle/undo-encoding.ts'
import { type Moderation, StageChange } from '#server/feedback/schema.ts'
import { type Move, setStages, setStatuses, undoMoves } from '#server/feedback/lifecycle/set-stages.ts'
import { localPath } from '#server/platform/http/request/redirect-path.ts'
import { refusal } from '#server/platform/problems.ts'
import { Type, Uuid } from '#server/platform/schemas.ts'
import type { WriteScope } from '#server/platform/scope.ts'
import { bulk } from '../../messages/requests/list.ts'
import { staying } from '../not-found.ts'

type Visit = MemberVisit & { form: FormInput }

/** What a form that stays on its page is told. */
export interface Moved {
  flash: Flash
}

const Ids = Type.Array(Uuid())

/**
 * The intents by which requests are moved, one or a hundred: `id` of each, `next` to go to, `stay` to
 * be told only, `back` to go to when it is undone, if that is elsewhere. A request that is gone is a 404.
 */
export const movingOrGone = {
  stage: (visit: Visit) => {
    const { stage } = checked(StageChange, { stage: visit.form.text('stage') })
    return move(
      visit,
      (tx, ids) => setStages(tx, ids, stage),
      (moved) => bulk.moved(moved, stage),
    )
  },
  approve: (visit: Visit) => moderate(visit, 'approved', bulk.approved),
  reject: (visit: Visit) => moderate(visit, 'rejected', bulk.rejected),
  spam: (visit: Visit) => moderate(visit, 'spam', bulk.markedSpam),
  undo: async ({ form, write }: Visit) => {
    const moves = movesOfText(form.text('moves'))
    const back = await write((tx) => undoMoves(tx, moves))
    const next = localPath(form.text('next'))
    return back.length > 0 ? done(next, bulk.undone(back.length)) : done(next, bulk.notUndone, { tone: 'warning' })
  },
}

const someGone = ({ form }: Visit) => (form.all('id').length > 1 ? bulk.someGone : bulk.gone)

/** The same for a list, which stays where it is when one of its requests is gone. */
export const moving = {
  stage: staying(movingOrGone.stage, someGone),
  approve: staying(movingOrGone.approve, someGone),
  reject: staying(movingOrGone.reject, someGone),
  spam: staying(movingOrGone.spam, someGone),
  undo: movingOrGone.undo,
}

const moderate = (visit: Visit, status: Moderation, said: (moved: Move[]) => string) =>
  move(visit, (tx, ids) => setStatuses(tx, ids, status), said)

async function move(
  { form, write, home }: Visit,
  verb: (tx: WriteScope, ids: string[]) => Promise<Move[]>,
  said: (moved: Move[]) => string,
): Promise<Moved | Response> {
  const ids = [...new Set(checked(Ids, form.all('id')))]
  if (ids.length === 0) throw refusal(bulk.none)
  const moves = await write((tx) => verb(tx, ids))
  const next = form.text('next')
  const flash: Flash =
    moves.length === 0
      ? { text: bulk.unchanged, tone: 'info' }
      : {
          text: said(moves),
          undo: {
            action: `${home}/requests`,
            intent: 'undo',
            fields: { moves: movesText(moves), next: form.text('back') || next },
          },
        }
  if (form.flag('stay')) return { flash }
  const { text, ...more } = flash
  return done(localPath(next), text, more)
}
