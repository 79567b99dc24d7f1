import { checkOwnComment, type OwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import { requireSignIn } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { invalidFields, toFormError } from '../http/form-errors.ts'
import { type PageResponse, type PortalResponse, redirectTo } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { detectSpam, reusableFormToken } from '../http/spam-guard.ts'
import { commentMessages } from '../messages/comments.ts'
import { commonMessages as frame } from '../messages/common.ts'
import type { CommentDraft } from './form.ts'
import { commentPath, submitComment, threadPath } from './submit.ts'

/** What a discussion stands below. */
export interface CommentTarget {
  thread: Thread
  title: string
  /** Its page with what is being written. */
  show(visit: PortalContext, draft: CommentDraft): Promise<PageResponse>
}

/** What the form of a discussion does. Nothing that was typed is lost. @throws 404 when there is no such thread any more */
export async function handleCommentForm(
  visit: PortalContext,
  { form }: RequestBody,
  place: CommentTarget,
): Promise<PortalResponse> {
  const { viewer } = visit
  const input = inputOf(form)
  // Who fills in what nobody sees is told that all went well.
  if (detectSpam(visit, form) === 'trap') return redirectTo(visit, threadPath(place.thread))
  const show = redisplayForm(visit, form, place)
  try {
    checkOwnComment(input)
  } catch (error) {
    return show(400, faultsOf(input, error))
  }
  const doubt = detectSpam(visit, form)
  if (doubt !== null) return show(400, { formError: doubt === 'quick' ? frame.quick : frame.outdated })
  if (viewer === null) {
    const act = { kind: 'comment' as const, ...place.thread, title: place.title, comment: input }
    return requireSignIn(visit, act, threadPath(place.thread))
  }
  try {
    return redirectTo(
      visit,
      commentPath(place.thread, await submitComment(visit, viewer.customerId, place.thread, input)),
    )
  } catch (error) {
    const { status, message: sentence, headers } = toFormError(visit, error)
    if (invalidFields(error).has('parentId'))
      return show(400, { formError: commentMessages.faults.gone, parentId: null })
    return { ...(await show(status, { formError: sentence })), headers }
  }
}

function inputOf(form: FormData): OwnComment {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const parentId = text('parent')
  const name = text('name').trim()
  return { body: text('body'), ...(parentId !== '' && { parentId }), ...(name !== '' && { name }) }
}

function faultsOf({ body }: OwnComment, error: unknown): Partial<CommentDraft> {
  const faulty = invalidFields(error)
  const faults = {
    ...(faulty.has('body') && {
      body: body.trim() === '' ? commentMessages.faults.empty : commentMessages.faults.body,
    }),
    ...(faulty.has('name') && { name: commentMessages.faults.name }),
  }
  return faulty.has('parentId')
    ? { errors: faults, formError: commentMessages.faults.gone, parentId: null }
    : { errors: faults }
}

/** The page once more, with what was typed. */
function redisplayForm(visit: PortalContext, form: FormData, place: CommentTarget) {
  const { body, parentId = null, name = '' } = inputOf(form)
  const cursor = form.get('cursor')
  const query = new URLSearchParams(typeof cursor === 'string' ? { cursor } : {})
  return async (status: number, change: Partial<CommentDraft>): Promise<PageResponse> => {
    const draft = {
      body,
      name,
      parentId,
      formToken: reusableFormToken(visit, form),
      errors: {},
      formError: null,
      ...change,
    }
    return { ...(await place.show({ ...visit, query }, draft)), status }
  }
}
