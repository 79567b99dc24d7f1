import { createComment } from '#server/comments/create.ts'
import { deleteComment } from '#server/comments/delete.ts'
import { CommentCreate } from '#server/comments/schema.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
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
import { withIdAlias } from '#server/platform/http/api/id-aliases.ts'
import { invalid } from '#server/platform/problems.ts'
import { promoteFeedback } from '#server/roadmap/promote.ts'
import { Promote } from '#server/roadmap/schema.ts'
import { addVote, removeVote } from '#server/votes/on-behalf.ts'
import {
  composerMessages,
  deleteRequestMessages,
  editMessages,
  mergedRequestsMessages,
  requestMessages,
  roadmapItemMessages,
  roadmapStatusLabels,
  threadMessages,
  voteMessages,
} from '../../messages/requests/detail.ts'
import { bulkMessages } from '../../messages/requests/list.ts'
import { isNotFound, notFoundAsFormError } from '../not-found.ts'
import { stageActions } from '../stage-changes/actions.ts'
import { originListQuery, persistentQuery } from './list-windows.ts'

/** Where one comes to when something was done here: the page with nothing open on it. */
const pageUrl = (visit: MemberActionContext): string => urlFor(visit, requireId(visit.params))

const urlFor = ({ home, url }: MemberActionContext, id: string): string =>
  `${home}/requests/${id}${persistentQuery(url.searchParams)}`

/** The page of a request that is gone says nothing more: one comes to the list, which tells. */
const redirectIfNotFound =
  <T>(handler: (visit: MemberActionContext) => Promise<T>) =>
  (visit: MemberActionContext): Promise<T> =>
    handler(visit).catch((error) => {
      throw isNotFound(error)
        ? redirectWithFlash(
            `${visit.home}/requests${originListQuery(visit.url.searchParams)}`,
            bulkMessages.gone,
            dangerTone,
          )
        : error
    })

const dangerTone = { tone: 'danger' } as const

export const requestActions = {
  stage: redirectIfNotFound(stageActions.stage),
  approve: redirectIfNotFound(stageActions.approve),
  reject: redirectIfNotFound(stageActions.reject),
  spam: redirectIfNotFound(stageActions.spam),
  undo: stageActions.undo,

  edit: notFoundAsFormError(async (visit: MemberActionContext) => {
    const { form, write } = visit
    const wanted = validateForm(FeedbackUpdate, { title: form.text('title'), description: form.text('description') })
    await write((tx) => updateFeedback(tx, requireId(visit.params), wanted))
    return redirectWithFlash(pageUrl(visit), editMessages.saved)
  }),

  vote: notFoundAsFormError(async (visit: MemberActionContext) => {
    const { write, deps } = visit
    const submitter = await parseVoter(visit)
    const isNew = await write((tx) =>
      addVote(tx, requireId(visit.params), submitter, deps.settings.trackedCustomerCaps),
    )
    return isNew
      ? redirectWithFlash(pageUrl(visit), voteMessages.added)
      : redirectWithFlash(pageUrl(visit), voteMessages.hasVoted, { tone: 'info' })
  }),

  unvote: redirectIfNotFound(async (visit: MemberActionContext) => {
    const customerId = visit.form.id('customerId')
    const wasThere = await visit.write((tx) => removeVote(tx, requireId(visit.params), customerId))
    if (!wasThere) return redirectWithFlash(pageUrl(visit), voteMessages.hadNone, { tone: 'info' })
    const undo = { action: pageUrl(visit), intent: 'vote', fields: { customerId } }
    return redirectWithFlash(pageUrl(visit), voteMessages.removed, { undo })
  }),

  promote: notFoundAsFormError(async (visit: MemberActionContext) => {
    const { form, write } = visit
    const wanted = validateForm(Promote, { status: form.text('status'), targetDelivery: parseTargetDelivery(form) })
    await write((tx) => promoteFeedback(tx, requireId(visit.params), wanted))
    const say = form.flag('isOnRoadmap') ? roadmapItemMessages.changed : roadmapItemMessages.promoted
    return redirectWithFlash(pageUrl(visit), say({ status: roadmapStatusLabels[wanted.status] }))
  }),

  comment: notFoundAsFormError(async (visit: MemberActionContext) => {
    const { form, write, authorName: name, deps, scope } = visit
    const isInternal = form.text('mode') === 'note'
    const parentId = form.optionalText('parentId')
    const said = { kind: 'staff_reply', authorName: name, body: form.text('body'), isInternal }
    const input = validateForm(CommentCreate, { ...said, ...(parentId !== undefined && { parentId }) })
    const wanted = requireId(visit.params)
    // What was typed while somebody merged the request goes where its thread went.
    const id = await withIdAlias({ resolveAlias: resolveMergedId, scope: () => scope, id: wanted }, (id) =>
      write(async (tx) => {
        await requireFeedback(tx, id)
        await createComment(tx, { of: 'feedback_id', id }, input, deps.settings.trackedCustomerCaps)
        return id
      }),
    )
    const text = isInternal ? composerMessages.noted : composerMessages.sent
    return redirectWithFlash(urlFor(visit, id), id === wanted ? text : `${text} ${requestMessages.wasMerged}`)
  }),

  'delete-comment': async (visit: MemberActionContext) => {
    const commentId = visit.form.id('commentId')
    await visit.write((tx) => deleteComment(tx, commentId))
    return redirectWithFlash(pageUrl(visit), threadMessages.removed)
  },

  unmerge: async (visit: MemberActionContext) => {
    const { write, home, url } = visit
    const mergedId = visit.form.id('mergedId')
    const { title } = await write((tx) => unmergeFeedback(tx, mergedId))
    return redirectWithFlash(
      `${home}/requests/${mergedId}${originListQuery(url.searchParams)}`,
      mergedRequestsMessages.undone({ title }),
    )
  },

  delete: redirectIfNotFound(async (visit: MemberActionContext) => {
    const { write, home, url, form } = visit
    await write((tx) => deleteFeedback(tx, requireId(visit.params)))
    return redirectWithFlash(
      `${home}/requests${originListQuery(url.searchParams)}`,
      deleteRequestMessages.done({ title: form.text('title') }),
    )
  }),
}

/** Somebody who was picked, or whose address was given. @throws 400 */
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
