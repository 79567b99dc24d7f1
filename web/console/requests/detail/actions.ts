import { createComment } from '#server/comments/create.ts'
import { deleteComment } from '#server/comments/delete.ts'
import { CommentCreate } from '#server/comments/schema.ts'
import { done } from '#server/console/flash.ts'
import { checked, type FormInput } from '#server/console/form.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { customerPick, submitterOf } from '#server/customers/picker.ts'
import { Submitter } from '#server/customers/schema.ts'
import { deleteFeedback } from '#server/feedback/delete.ts'
import { currentIdOf } from '#server/feedback/merge/redirects.ts'
import { requireFeedback } from '#server/feedback/queries.ts'
import { FeedbackUpdate } from '#server/feedback/schema.ts'
import { unmergeFeedback } from '#server/feedback/merge/unmerge.ts'
import { updateFeedback } from '#server/feedback/update.ts'
import { answerWhereItIs } from '#server/platform/http/api/id-aliases.ts'
import { isUuid } from '#server/platform/ids.ts'
import { invalid, notFound } from '#server/platform/problems.ts'
import { promote } from '#server/roadmap/promote.ts'
import { Promote } from '#server/roadmap/schema.ts'
import { removeVote, setVote } from '#server/votes/on-behalf.ts'
import {
  composing,
  editing,
  itemStatuses,
  merged,
  planning,
  removing,
  request,
  thread,
  voting,
} from '../../messages/requests/detail.ts'
import { bulk } from '../../messages/requests/list.ts'
import { isGone, staying } from '../not-found.ts'
import { movingOrGone } from '../stage-changes/actions.ts'
import { lasting, listQuery } from './list-windows.ts'

type Visit = MemberVisit & { form: FormInput }

/** Where one comes to when something was done here: the page with nothing open on it. */
const here = (visit: Visit): string => at(visit, idIn(visit))

const at = ({ home, url }: Visit, id: string): string => `${home}/requests/${id}${lasting(url.searchParams)}`

/** @throws 404 */
function idIn({ params: { id = '' } }: Pick<Visit, 'params'>): string {
  if (!isUuid(id)) throw notFound()
  return id
}

/** The page of a request that is gone says nothing more: one comes to the list, which tells. */
const leaving =
  <T>(handler: (visit: Visit) => Promise<T>) =>
  (visit: Visit): Promise<T> =>
    handler(visit).catch((error) => {
      throw isGone(error) ? done(`${visit.home}/requests${listQuery(visit.url.searchParams)}`, bulk.gone, told) : error
    })

const told = { tone: 'danger' } as const

export const detailActs = {
  stage: leaving(movingOrGone.stage),
  approve: leaving(movingOrGone.approve),
  reject: leaving(movingOrGone.reject),
  spam: leaving(movingOrGone.spam),
  undo: movingOrGone.undo,

  edit: staying(async (visit: Visit) => {
    const { form, write } = visit
    const wanted = checked(FeedbackUpdate, { title: form.text('title'), description: form.text('description') })
    await write((tx) => updateFeedback(tx, idIn(visit), wanted))
    return done(here(visit), editing.saved)
  }),

  vote: staying(async (visit: Visit) => {
    const { write, deps } = visit
    const submitter = await votingCustomer(visit)
    const isNew = await write((tx) => setVote(tx, idIn(visit), submitter, deps.settings.trackedCustomerCaps))
    return isNew ? done(here(visit), voting.added) : done(here(visit), voting.hasVoted, { tone: 'info' })
  }),

  unvote: leaving(async (visit: Visit) => {
    const customerId = visit.form.id('customerId')
    const wasThere = await visit.write((tx) => removeVote(tx, idIn(visit), customerId))
    if (!wasThere) return done(here(visit), voting.hadNone, { tone: 'info' })
    const undo = { action: here(visit), intent: 'vote', fields: { customerId } }
    return done(here(visit), voting.removed, { undo })
  }),

  promote: staying(async (visit: Visit) => {
    const { form, write } = visit
    const wanted = checked(Promote, { status: form.text('status'), targetDelivery: targetIn(form) })
    await write((tx) => promote(tx, idIn(visit), wanted))
    const say = form.flag('isOnRoadmap') ? planning.changed : planning.promoted
    return done(here(visit), say(itemStatuses[wanted.status]))
  }),

  comment: staying(async (visit: Visit) => {
    const { form, write, name, deps, scope } = visit
    const isInternal = form.text('mode') === 'note'
    const parentId = form.optional('parentId')
    const said = { kind: 'staff_reply', authorName: name, body: form.text('body'), isInternal }
    const input = checked(CommentCreate, { ...said, ...(parentId !== undefined && { parentId }) })
    const wanted = idIn(visit)
    // What was typed while somebody merged the request goes where its thread went.
    const id = await answerWhereItIs({ movedTo: currentIdOf, scope: () => scope, id: wanted }, (id) =>
      write(async (tx) => {
        await requireFeedback(tx, id)
        await createComment(tx, { of: 'feedback_id', id }, input, deps.settings.trackedCustomerCaps)
        return id
      }),
    )
    const text = isInternal ? composing.noted : composing.sent
    return done(at(visit, id), id === wanted ? text : `${text} ${request.wasMerged}`)
  }),

  'delete-comment': async (visit: Visit) => {
    const commentId = visit.form.id('commentId')
    await visit.write((tx) => deleteComment(tx, commentId))
    return done(here(visit), thread.removed)
  },

  unmerge: async (visit: Visit) => {
    const { write, home, url } = visit
    const mergedId = visit.form.id('mergedId')
    const { title } = await write((tx) => unmergeFeedback(tx, mergedId))
    return done(`${home}/requests/${mergedId}${listQuery(url.searchParams)}`, merged.undone(title))
  },

  delete: leaving(async (visit: Visit) => {
    const { write, home, url, form } = visit
    await write((tx) => deleteFeedback(tx, idIn(visit)))
    return done(`${home}/requests${listQuery(url.searchParams)}`, removing.done(form.text('title')))
  }),
}

/** Somebody who was picked, or whose address was given. @throws 400 */
async function votingCustomer({ form, scope }: Visit): Promise<Submitter> {
  const customerId = form.optional('customerId')
  if (customerId !== undefined) {
    const customer = await customerPick(scope, customerId)
    if (customer === null) throw invalid([{ path: '/customerId', message: voting.unknown }])
    return submitterOf(customer)
  }
  const [email, name] = [form.optional('email'), form.optional('name')]
  if (email === undefined) throw invalid([{ path: '/email', message: voting.who }])
  return checked(Submitter, { email, ...(name !== undefined && { name }) })
}

function targetIn(form: FormInput) {
  const precision = form.text('precision')
  if (precision !== 'quarter' && precision !== 'date') return null
  const date = form.text(precision)
  if (date === '') throw invalid([{ path: `/${precision}`, message: planning.noDate }])
  return { precision, date }
}
