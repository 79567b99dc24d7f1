import { checkOwnComment, type OwnComment } from '../../comments/post-own.ts'
import type { Thread } from '../../comments/queries.ts'
import { checkOwnName } from '../../customers/names.ts'
import { isVisibleText } from '../../platform/formats/visible-text.ts'
import { requireSignIn } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { invalidFields, invalidMessage, toFormError } from '../http/form-errors.ts'
import { type PageResponse, type PortalResponse, redirectTo } from '../http/response.ts'
import type { RequestBody } from '../http/route.ts'
import { detectSpam, proofOf, reusableFormToken } from '../http/spam-guard.ts'
import { commentMessages } from '../messages/comments.ts'
import { commonMessages } from '../messages/common.ts'
import type { CommentDraft } from './form.ts'
import { submitComment, threadPath } from './submit.ts'

/** The request or entry that is commented on. */
export interface CommentTarget {
  thread: Thread
  title: string
  /** Renders its page with a draft. */
  show(context: PortalContext, draft: CommentDraft): Promise<PageResponse>
}

/** Handles a comment form; a rejected form is shown again with its text. @throws 404 if the thread no longer exists */
export async function handleCommentForm(
  context: PortalContext,
  { form }: RequestBody,
  target: CommentTarget,
): Promise<PortalResponse> {
  const { viewer } = context
  const input = inputOf(form)
  // A bot that fills in the honeypot is told that the form succeeded.
  if (detectSpam(context, form) === 'honeypot') return redirectTo(context, threadPath(target.thread))
  const show = redisplayForm(context, form, target)
  try {
    checkOwnComment(input)
    if (input.name && !viewer?.name) await checkOwnName(context.scope, viewer?.customerId ?? null, input.name)
  } catch (error) {
    return show(400, fieldErrorsOf(input, error))
  }
  const signal = detectSpam(context, form)
  if (signal !== null)
    return show(400, { formError: signal === 'too_fast' ? commonMessages.tooFast : commonMessages.formExpired })
  if (viewer === null) {
    const action = { kind: 'comment' as const, ...target.thread, title: target.title, comment: input }
    return requireSignIn(context, action, threadPath(target.thread))
  }
  try {
    return redirectTo(
      context,
      await submitComment(context, viewer.customerId, target.thread, { comment: input, proof: proofOf(form) }),
    )
  } catch (error) {
    const { status, message: formError, headers } = toFormError(context, error)
    if (invalidFields(error).has('parentId'))
      return show(400, { formError: commentMessages.errors.parentGone, parentId: null })
    return { ...(await show(status, { formError })), headers }
  }
}

function inputOf(form: FormData): OwnComment {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  const parentId = text('parent')
  const name = text('name').trim()
  return { body: text('body'), ...(parentId !== '' && { parentId }), ...(name !== '' && { name }) }
}

function fieldErrorsOf({ body, name = '' }: OwnComment, error: unknown): Partial<CommentDraft> {
  const invalid = invalidFields(error)
  const errors = {
    ...(invalid.has('body') && {
      body: isVisibleText(body) ? commentMessages.errors.body : commentMessages.errors.empty,
    }),
    ...(invalid.has('name') && {
      name: [...name].length > 100 ? commentMessages.errors.name : invalidMessage(error, 'name')!,
    }),
  }
  return invalid.has('parentId') ? { errors, formError: commentMessages.errors.parentGone, parentId: null } : { errors }
}

/** Returns a function that shows the page again with what was typed. */
function redisplayForm(context: PortalContext, form: FormData, target: CommentTarget) {
  const { body, parentId = null, name = '' } = inputOf(form)
  const cursor = form.get('cursor')
  const query = new URLSearchParams(typeof cursor === 'string' ? { cursor } : {})
  return async (status: number, change: Partial<CommentDraft>): Promise<PageResponse> => {
    const draft = {
      body,
      name,
      parentId,
      formToken: reusableFormToken(context, form),
      errors: {},
      formError: null,
      ...change,
    }
    return { ...(await target.show({ ...context, query }, draft)), status }
  }
}
