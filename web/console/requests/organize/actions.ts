import { listBoardChoices } from '#server/boards/choices.ts'
import { type Flash, redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { moveToBoard } from '#server/feedback/organize/move-to-board.ts'
import { setOwner } from '#server/feedback/organize/set-owner.ts'
import { addTags, removeTags } from '#server/feedback/organize/set-tags.ts'
import { undoOrganizing } from '#server/feedback/organize/undo.ts'
import { listMemberNames } from '#server/members/choices.ts'
import { safeRedirectPath } from '#server/platform/http/request/redirect-path.ts'
import { invalidState } from '#server/platform/problems.ts'
import { Strict, Text, Type, Uuid } from '#server/platform/schemas.ts'
import type { WriteScope } from '#server/platform/scope.ts'
import { listTagChoices } from '#server/tags/choices.ts'
import { findOrCreateTags } from '#server/tags/find-or-create.ts'
import { bulkOutcomeMessages, describeChange } from '../../messages/requests/list.ts'
import { organizeMessages as messages } from '../../messages/requests/organize.ts'
import { notFoundAsFormError } from '../not-found.ts'
import { nobody, parseTagChange } from './values.ts'

const Id = Uuid()
const Ids = Type.Array(Uuid())
const NewTag = Strict({ name: Text({ min: 1, max: 50 }) })
// The characters of a request id (platform/http/server.ts).
const RequestId = Type.String({ pattern: '^[A-Za-z0-9._-]{1,128}$' })

interface Change {
  changed: { title: string }[]
  /** For one request: "Assigned to Ada". */
  one: string
  /** For several: "3 requests assigned to Ada". */
  many: (values: { count: number }) => string
}

const actions = {
  owner: async (context: MemberActionContext) => {
    const value = context.form.text('owner')
    const ownerId = value === nobody ? null : validateForm(Id, value)
    return organize(context, async (tx, ids) => {
      const changed = await setOwner(tx, ids, ownerId)
      if (ownerId === null) return { changed, one: messages.unassigned.one, many: messages.unassigned.many }
      const name = (await listMemberNames(tx, [ownerId])).get(ownerId) ?? ''
      return named(changed, messages.assigned, name)
    })
  },
  board: async (context: MemberActionContext) => {
    const boardId = validateForm(Id, context.form.text('board'))
    return organize(context, async (tx, ids) => {
      const changed = await moveToBoard(tx, ids, boardId)
      const board = (await listBoardChoices(tx)).find(({ id }) => id === boardId)
      return named(changed, messages.moved, board?.name ?? '')
    })
  },
  tag: async (context: MemberActionContext) => {
    const { kind, value } = parseTagChange(context.form.text('tag'))
    return organize(context, async (tx, ids) => {
      const tagIds =
        kind === 'create'
          ? await findOrCreateTags(tx, [validateForm(NewTag, { name: value }).name])
          : [validateForm(Id, value)]
      const changed = await (kind === 'remove' ? removeTags : addTags)(tx, ids, tagIds)
      const tag = (await listTagChoices(tx)).find(({ id }) => id === tagIds[0])
      return named(changed, kind === 'remove' ? messages.untagged : messages.tagged, tag?.name ?? '')
    })
  },
  undoOrganizing: async ({ form, write }: MemberActionContext) => {
    const requestId = validateForm(RequestId, form.text('request'))
    const undone = await write((tx) => undoOrganizing(tx, requestId))
    const next = safeRedirectPath(form.text('next'))
    return undone.length > 0
      ? redirectWithFlash(next, bulkOutcomeMessages.undone({ count: undone.length }))
      : redirectWithFlash(next, bulkOutcomeMessages.notUndone, { tone: 'warning' })
  },
}

const missingRequestMessage = ({ form }: MemberActionContext) =>
  form.all('id').length > 1 ? bulkOutcomeMessages.someGone : bulkOutcomeMessages.gone

/**
 * Handles the intents that change owner, board or tags of 1 to 100 requests. Form fields: `id` of each request, a field
 * with the name of the intent, and `next` and `stay` as in `stageActions`.
 */
export const organizeActions = {
  owner: notFoundAsFormError(actions.owner, missingRequestMessage),
  board: notFoundAsFormError(actions.board, missingRequestMessage),
  tag: notFoundAsFormError(actions.tag, missingRequestMessage),
  undoOrganizing: actions.undoOrganizing,
}

type NamedMessages = Record<'one', (values: { name: string }) => string> &
  Record<'many', (values: { name: string; count: number }) => string>

const named = (changed: { title: string }[], { one, many }: NamedMessages, name: string): Change => ({
  changed,
  one: one({ name }),
  many: ({ count }) => many({ name, count }),
})

async function organize(
  { form, write, home, requestId }: MemberActionContext,
  verb: (tx: WriteScope, ids: string[]) => Promise<Change>,
): Promise<{ flash: Flash } | Response> {
  const ids = [...new Set(validateForm(Ids, form.all('id')))]
  if (ids.length === 0) throw invalidState(bulkOutcomeMessages.none)
  const { changed, one, many } = await write((tx) => verb(tx, ids))
  const next = form.text('next')
  const undo = { action: `${home}/requests`, intent: 'undoOrganizing', fields: { request: requestId, next } }
  const flash: Flash =
    changed.length === 0
      ? { text: bulkOutcomeMessages.unchanged, tone: 'info' }
      : { text: describeChange(changed, one, many), undo }
  if (form.flag('stay')) return { flash }
  const { text, ...options } = flash
  return redirectWithFlash(safeRedirectPath(next), text, options)
}
