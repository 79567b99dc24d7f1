import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { mergeSeveral } from '#server/feedback/merge/merge-several.ts'
import { undoMerges } from '#server/feedback/merge/undo-merges.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { invalidState, Problem } from '#server/platform/problems.ts'
import { Type, Uuid } from '#server/platform/schemas.ts'
import { mergeSelectionMessages as messages } from '../../messages/requests/merge-selection.ts'
import { maxMerged } from './selection-limit.ts'

const Ids = Type.Array(Uuid(), { minItems: 2, maxItems: maxMerged })
// The characters of a request id (platform/http/server.ts).
const RequestId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' })

/** Merges the selected requests into the one that stays, and undoes that. Both return to the page in `next`. */
export const mergeSelectionActions = {
  merge: async ({ form, write, home, requestId }: MemberActionContext) => {
    const [ids, intoId] = [validateForm(Ids, form.all('id')), form.id('intoId')]
    const target = await write((tx) => mergeSeveral(tx, ids, intoId)).catch(rejectMissing)
    const next = safeRedirectPath(form.text('next'))
    const undo = { action: `${home}/requests/merge`, intent: 'undo', fields: { request: requestId ?? '', next } }
    const text = messages.merged({ count: ids.filter((id) => id !== intoId).length, title: target.title })
    return redirectWithFlash(next, text, { undo })
  },
  undo: async ({ form, write }: MemberActionContext) => {
    const requestId = validateForm(RequestId, form.text('request'))
    const restored = await write((tx) => undoMerges(tx, requestId))
    const next = safeRedirectPath(form.text('next'))
    return restored.length > 0
      ? redirectWithFlash(next, messages.undone({ count: restored.length }))
      : redirectWithFlash(next, messages.notUndone, { tone: 'warning' })
  },
}

/** Rejects the form as a whole if a request was deleted or merged after the page had loaded: no field is at fault. */
function rejectMissing(error: unknown): never {
  const isGone =
    error instanceof Problem &&
    (error.code === 'not_found' || error.extra.details?.some(({ path }) => path === '/intoId'))
  throw isGone ? invalidState(messages.gone) : error
}
