import { createComment } from '#server/comments/create.ts'
import { deleteComment } from '#server/comments/delete.ts'
import { CommentEdit, editComment } from '#server/comments/edit.ts'
import { CommentCreate } from '#server/comments/schema.ts'
import { type Flash, redirectWithFlash } from '#server/console/flash.ts'
import { type FormInput, validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { findCustomerOption, toSubmitter } from '#server/customers/picker.ts'
import { Submitter } from '#server/customers/schema.ts'
import { deleteFeedback } from '#server/feedback/delete.ts'
import { resolveMergedId } from '#server/feedback/merge/redirects.ts'
import { unmergeFeedback } from '#server/feedback/merge/unmerge.ts'
import { requireFeedback } from '#server/feedback/queries.ts'
import { FeedbackUpdate } from '#server/feedback/schema.ts'
import { updateFeedback } from '#server/feedback/update.ts'
import { notifyEveryone } from '#server/notifications/events/choice.ts'
import { withIdAlias } from '#server/platform/http/api/id-aliases.ts'
import { invalid } from '#server/platform/problems.ts'
import { promoteFeedback } from '#server/roadmap/promote.ts'
import { Promote } from '#server/roadmap/schema.ts'
import { addVote, removeVote } from '#server/votes/on-behalf.ts'
import { roadmapStatusLabels } from '../../messages/labels.ts'
import {
  deleteRequestMessages,
  editMessages,
  mergedRequestsMessages,
  outcomeMessages,
  roadmapItemMessages,
  threadMessages,
  voteMessages,
} from '../../messages/requests/detail.ts'
import { bulkOutcomeMessages } from '../../messages/requests/list.ts'
import { mailActions } from '../../notify/actions.ts'
import { readNotificationChoice, withMail } from '../../notify/choice.ts'
import { isNotFound, notFoundAsFormError } from '../not-found.ts'
import { stageActions, undoForm } from '../stage-changes/actions.ts'
import { originListQuery, persistentQuery } from './list-windows.ts'

/** Returns the URL to go to after an action: this page with nothing open on it. */
const pageUrl = (context: MemberActionContext): string => urlFor(context, requireId(context.params))

const urlFor = ({ home, url }: MemberActionContext, id: string): string =>
  `${home}/requests/${id}${persistentQuery(url.searchParams)}`

const redirectTo = (next: string, { text, ...options }: Flash): Response => redirectWithFlash(next, text, options)

/** Redirects to the list, with a notice, if the request no longer exists: its page couldn’t show one. */
const redirectIfNotFound =
  <T>(handler: (context: MemberActionContext) => Promise<T>) =>
  (context: MemberActionContext): Promise<T> =>
    handler(context).catch((error) => {
      throw isNotFound(error)
        ? redirectWithFlash(
            `${context.home}/requests${originListQuery(context.url.searchParams)}`,
            bulkOutcomeMessages.gone,
            dangerTone,
          )
        : error
    })

const dangerTone = { tone: 'danger' } as const

export const requestActions = {
  stage: redirectIfNotFound(stageActions.stage),
  addToRoadmap: redirectIfNotFound(stageActions.addToRoadmap),
  approve: redirectIfNotFound(stageActions.approve),
  reject: redirectIfNotFound(stageActions.reject),
  spam: redirectIfNotFound(stageActions.spam),
  undo: stageActions.undo,
  ...mailActions,

  edit: notFoundAsFormError(async (context: MemberActionContext) => {
    const { form, write } = context
    const update = validateForm(FeedbackUpdate, { title: form.text('title'), description: form.text('description') })
    await write((tx) => updateFeedback(tx, requireId(context.params), update))
    return redirectWithFlash(pageUrl(context), editMessages.saved)
  }),

  vote: notFoundAsFormError(async (context: MemberActionContext) => {
    const { write, deps } = context
    const submitter = await parseVoter(context)
    const isNew = await write((tx) =>
      addVote(tx, requireId(context.params), submitter, deps.settings.trackedCustomerCaps),
    )
    return isNew
      ? redirectWithFlash(pageUrl(context), outcomeMessages.voteAdded)
      : redirectWithFlash(pageUrl(context), outcomeMessages.hasVoted, { tone: 'info' })
  }),

  unvote: redirectIfNotFound(async (context: MemberActionContext) => {
    const customerId = context.form.id('customerId')
    const wasRemoved = await context.write((tx) => removeVote(tx, requireId(context.params), customerId))
    if (!wasRemoved) return redirectWithFlash(pageUrl(context), outcomeMessages.hadNoVote, { tone: 'info' })
    const undo = { action: pageUrl(context), intent: 'vote', fields: { customerId } }
    return redirectWithFlash(pageUrl(context), outcomeMessages.voteRemoved, { undo })
  }),

  promote: notFoundAsFormError(async (context: MemberActionContext) => {
    const { form, write } = context
    const promotion = validateForm(Promote, { status: form.text('status'), targetDelivery: parseTargetDelivery(form) })
    const choice = await readNotificationChoice(context, 'stages')
    await write((tx) => promoteFeedback(tx, requireId(context.params), promotion, choice))
    const message = form.flag('isOnRoadmap') ? outcomeMessages.itemChanged : outcomeMessages.promoted
    const next = pageUrl(context)
    const flash = {
      text: message({ status: roadmapStatusLabels[promotion.status] }),
      ...(!form.flag('isOnRoadmap') && { undo: undoForm(context, next) }),
    }
    return redirectTo(next, await withMail(context, flash, { choice, next }))
  }),

  comment: notFoundAsFormError(async (context: MemberActionContext) => {
    const { form, write, authorName: name, deps, scope } = context
    const isInternal = form.text('mode') === 'note'
    const parentId = form.optionalText('parentId')
    const fields = { kind: 'staff_reply', authorName: name, body: form.text('body'), isInternal }
    const input = validateForm(CommentCreate, { ...fields, ...(parentId !== undefined && { parentId }) })
    const choice = isInternal ? notifyEveryone : await readNotificationChoice(context, 'replies')
    const caps = deps.settings.trackedCustomerCaps
    const openedId = requireId(context.params)
    // If the request was merged while this was typed, the comment follows its thread.
    const id = await withIdAlias({ resolveAlias: resolveMergedId, scope: () => scope, id: openedId }, (id) =>
      write(async (tx) => {
        await requireFeedback(tx, id)
        await createComment(tx, { of: 'feedback_id', id }, input, caps, choice, form.all('mentions'))
        return id
      }),
    )
    const text = isInternal ? outcomeMessages.noted : outcomeMessages.replied
    const next = urlFor(context, id)
    const flash = { text: id === openedId ? text : `${text} ${outcomeMessages.merged}` }
    return redirectTo(next, isInternal ? flash : await withMail(context, flash, { choice, next, parentId }))
  }),

  'edit-comment': notFoundAsFormError(
    async (context: MemberActionContext) => {
      const { form, write } = context
      const edit = validateForm(CommentEdit, { body: form.text('body'), version: form.text('version') })
      await write((tx) => editComment(tx, form.id('commentId'), edit, form.all('mentions')))
      return redirectWithFlash(pageUrl(context), outcomeMessages.commentEdited)
    },
    () => outcomeMessages.commentNotEditable,
  ),

  'delete-comment': async (context: MemberActionContext) => {
    const commentId = context.form.id('commentId')
    await context.write((tx) => deleteComment(tx, commentId))
    return redirectWithFlash(pageUrl(context), threadMessages.removed)
  },

  unmerge: async (context: MemberActionContext) => {
    const { write, home, url } = context
    const mergedId = context.form.id('mergedId')
    const { title } = await write((tx) => unmergeFeedback(tx, mergedId))
    return redirectWithFlash(
      `${home}/requests/${mergedId}${originListQuery(url.searchParams)}`,
      mergedRequestsMessages.undone({ title }),
    )
  },

  delete: redirectIfNotFound(async (context: MemberActionContext) => {
    const { write, home, url, form } = context
    await write((tx) => deleteFeedback(tx, requireId(context.params)))
    return redirectWithFlash(
      `${home}/requests${originListQuery(url.searchParams)}`,
      deleteRequestMessages.done({ title: form.text('title') }),
    )
  }),
}

/** Returns the customer who was picked, or the one with the email address that was entered. @throws 400 */
async function parseVoter({ form, scope }: MemberActionContext): Promise<Submitter> {
  const customerId = form.optionalText('customerId')
  if (customerId !== undefined) {
    const customer = await findCustomerOption(scope, customerId)
    if (customer === null) throw invalid([{ path: '/customerId', message: voteMessages.unknown }])
    return toSubmitter(customer)
  }
  const [email, name] = [form.optionalText('email'), form.optionalText('name')]
  if (email === undefined) throw invalid([{ path: '/email', message: voteMessages.who }])
  return validateForm(Submitter, { email, ...(name !== undefined && { name }) })
}

function parseTargetDelivery(form: FormInput) {
  const precision = form.text('precision')
  if (precision !== 'quarter' && precision !== 'date') return null
  const date = form.text(precision)
  if (date === '') throw invalid([{ path: `/${precision}`, message: roadmapItemMessages.noDate }])
  return { precision, date }
}
