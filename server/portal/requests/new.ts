import { listPublicBoards, type PublicBoard } from '../../boards/public.ts'
import { listSimilarPublicRequests } from '../../feedback/public/similar.ts'
import { checkSubmission, type Submission } from '../../feedback/public/submit.ts'
import { Problem } from '../../platform/problems.ts'
import { requireSignIn } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { invalidFields, toFormError } from '../http/form-errors.ts'
import { type PageResponse, type PortalResponse, pageResponse, redirectTo, textResponse } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { detectSpam, proofOf, reusableFormToken } from '../http/spam-guard.ts'
import { commonMessages } from '../messages/common.ts'
import { newRequestMessages } from '../messages/new-request.ts'
import { type RequestDraft, renderNewRequestForm, renderNoOpenBoards, renderSimilarRequests } from './new-page.ts'
import { submitRequest } from './submit.ts'
import { truncateTitle } from './title.ts'

export const newRequestRoutes: PortalRoute[] = [
  get('/requests/new', { section: 'requests' }, newPage),
  post('/requests/new', { section: 'requests' }, submitNewRequest),
  get('/similar', { section: 'requests' }, similar),
]

async function newPage(context: PortalContext): Promise<PortalResponse> {
  const { query } = context
  const title = truncateTitle(query.get('title'))
  const similar = await findSimilar(context, title)
  return formPage(context, { ...blank, title, boardId: query.get('board') ?? '', similar })
}

/** Finds similar requests; empty beyond the rate limit, since the form works without them. */
async function findSimilar(context: PortalContext, title: string): Promise<RequestDraft['similar']> {
  if (title.trim() === '') return []
  try {
    await context.deps.rateLimits.consume('similar', context, null)
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return []
    throw error
  }
  return listSimilarPublicRequests(context.scope, title, context.viewer?.customerId ?? null)
}

const blank: RequestDraft = {
  boardId: '',
  title: '',
  description: '',
  formToken: null,
  similar: [],
  mustReviewSimilar: false,
  errors: {},
  formError: null,
}

async function formPage(context: PortalContext, draft: RequestDraft, status = 200): Promise<PageResponse> {
  const boards = await openBoards(context)
  const page = { title: newRequestMessages.title, status, section: 'requests' as const }
  if (boards.length === 0) return pageResponse({ ...page, body: renderNoOpenBoards(context) })
  return pageResponse({
    ...page,
    description: newRequestMessages.lead({ workspace: context.workspace.name }),
    body: renderNewRequestForm(context, draft, boards),
  })
}

const openBoards = async ({ scope }: PortalContext): Promise<PublicBoard[]> =>
  (await listPublicBoards(scope)).filter(({ acceptsRequests }) => acceptsRequests)

/** Returns requests similar to a title that is being typed, for the page's script. */
async function similar(context: PortalContext): Promise<PortalResponse> {
  const { query, scope, viewer, deps } = context
  const title = truncateTitle(query.get('title'))
  await deps.rateLimits.consume('similar', context, null)
  const found = title.trim() === '' ? [] : await listSimilarPublicRequests(scope, title, viewer?.customerId ?? null)
  const headers = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
  return { ...textResponse('text/html', renderSimilarRequests(context, found).text), headers }
}

/** Handles the form; a rejected form is shown again with its text. */
async function submitNewRequest(context: PortalContext, { form }: RequestBody): Promise<PortalResponse> {
  const { viewer } = context
  const input = inputOf(form)
  // A bot that fills in the honeypot is told that the form succeeded.
  if (detectSpam(context, form) === 'honeypot') return redirectTo(context, '/')
  const draft: RequestDraft = { ...blank, ...input, formToken: reusableFormToken(context, form) }
  try {
    checkSubmission(input)
  } catch (error) {
    return formPage(context, { ...draft, errors: fieldErrorsOf(input, error) }, 400)
  }
  const signal = detectSpam(context, form)
  if (signal !== null) {
    return formPage(
      context,
      { ...draft, formError: signal === 'too_fast' ? commonMessages.tooFast : commonMessages.formExpired },
      400,
    )
  }
  const similar = form.has('seen') ? [] : await findSimilar(context, input.title)
  if (similar.length > 0) return formPage(context, { ...draft, similar, mustReviewSimilar: true })
  if (viewer === null) return requireSignIn(context, { kind: 'request', submission: input })
  try {
    return redirectTo(
      context,
      await submitRequest(context, viewer.customerId, { submission: input, proof: proofOf(form) }),
    )
  } catch (error) {
    const { status, message, headers } = toFormError(context, error)
    const errors = fieldErrorsOf(input, error)
    const formError = Object.keys(errors).length > 0 ? null : message
    return { ...(await formPage(context, { ...draft, errors, formError }, status)), headers }
  }
}

function inputOf(form: FormData): Submission {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  return { boardId: text('board'), title: text('title'), description: text('description') }
}

function fieldErrorsOf({ title }: Submission, error: unknown): RequestDraft['errors'] {
  const invalid = invalidFields(error)
  return {
    ...(invalid.has('boardId') && { boardId: newRequestMessages.errors.board }),
    ...(invalid.has('title') && {
      title: title === '' ? newRequestMessages.errors.empty : newRequestMessages.errors.title,
    }),
    ...(invalid.has('description') && { description: newRequestMessages.errors.description }),
  }
}
