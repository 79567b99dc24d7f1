import { checkOwnComment, type OwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import { type Answer, goTo, type PortalPage } from '../http/response.ts'
import { doubtOf, sealOf } from '../http/spam-guard.ts'
import { faultyMembers, refusalOf } from '../http/form-errors.ts'
import type { Sent } from '../http/route.ts'
import { askToSignIn } from '../auth/sign-in/require-sign-in.ts'
import type { Visit } from '../http/context.ts'
import { words as frame } from '../messages/common.ts'
import type { CommentDraft } from './form.ts'
import { postedPath, say, threadPath } from './submit.ts'
import { words } from '../messages/comments.ts'

/** What a discussion stands below. */
export interface Place {
  thread: Thread
  title: string
  /** Its page with what is being written. */
  show(visit: Visit, draft: CommentDraft): Promise<PortalPage>
}

/** What the form of a discussion does. Nothing that was typed is lost. @throws 404 when there is no such thread any more */
export async function commentPosted(visit: Visit, { form }: Sent, place: Place): Promise<Answer> {
  const { viewer } = visit
  const input = inputOf(form)
  // Who fills in what nobody sees is told that all went well.
  if (doubtOf(visit, form) === 'trap') return goTo(visit, threadPath(place.thread))
  const show = shownAgain(visit, form, place)
  try {
    checkOwnComment(input)
  } catch (error) {
    return show(400, faultsOf(input, error))
  }
  const doubt = doubtOf(visit, form)
  if (doubt !== null) return show(400, { refusal: doubt === 'quick' ? frame.quick : frame.outdated })
  if (viewer === null) {
    const act = { kind: 'comment' as const, ...place.thread, title: place.title, comment: input }
    return askToSignIn(visit, act, threadPath(place.thread))
  }
  try {
    return goTo(visit, postedPath(place.thread, await say(visit, viewer.customerId, place.thread, input)))
  } catch (error) {
    const { status, sentence, headers } = refusalOf(visit, error)
    if (faultyMembers(error).has('parentId')) return show(400, { refusal: words.faults.gone, parentId: null })
    return { ...(await show(status, { refusal: sentence })), headers }
  }
}

function inputOf(form: FormData): OwnComment {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const parentId = text('parent')
  const name = text('name').trim()
  return { body: text('body'), ...(parentId !== '' && { parentId }), ...(name !== '' && { name }) }
}

function faultsOf({ body }: OwnComment, error: unknown): Partial<CommentDraft> {
  const faulty = faultyMembers(error)
  const faults = {
    ...(faulty.has('body') && { body: body.trim() === '' ? words.faults.empty : words.faults.body }),
    ...(faulty.has('name') && { name: words.faults.name }),
  }
  return faulty.has('parentId') ? { faults, refusal: words.faults.gone, parentId: null } : { faults }
}

/** The page once more, with what was typed. */
function shownAgain(visit: Visit, form: FormData, place: Place) {
  const { body, parentId = null, name = '' } = inputOf(form)
  const cursor = form.get('cursor')
  const query = new URLSearchParams(typeof cursor === 'string' ? { cursor } : {})
  return async (status: number, change: Partial<CommentDraft>): Promise<PortalPage> => {
    const draft = { body, name, parentId, seal: sealOf(visit, form), faults: {}, refusal: null, ...change }
    return { ...(await place.show({ ...visit, query }, draft)), status }
  }
}
