import { listPublicBoards, type PublicBoard } from '../../boards/public.ts'
import { listSimilarPublicRequests } from '../../feedback/public/similar.ts'
import { checkSubmission, type Submission } from '../../feedback/public/submit.ts'
import { Problem } from '../../platform/problems.ts'
import { requireSignIn } from '../auth/sign-in/require-sign-in.ts'
import type { PortalContext } from '../http/context.ts'
import { invalidFields, toFormError } from '../http/form-errors.ts'
import { type PageResponse, type PortalResponse, pageResponse, redirectTo, textResponse } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { detectSpam, reusableFormToken } from '../http/spam-guard.ts'
import { commonMessages as frame } from '../messages/common.ts'
import { newRequestMessages as messages } from '../messages/new-request.ts'
import { type RequestDraft, renderNewRequestForm, renderNoOpenBoards, renderSimilarRequests } from './new-page.ts'
import { submitRequest } from './submit.ts'

export const newRequestRoutes: PortalRoute[] = [
  get('/requests/new', { section: 'requests' }, newPage),
  post('/requests/new', { section: 'requests' }, submitNewRequest),
  get('/similar', { section: 'requests' }, similar),
]

const maxTitleLength = 200

const firstCharacters = (value: string | null) => [...(value ?? '')].slice(0, maxTitleLength).join('')

async function newPage(visit: PortalContext): Promise<PortalResponse> {
  const { query } = visit
  const title = firstCharacters(query.get('title'))
  const similar = await findSimilar(visit, title)
  return formPage(visit, { ...blank, title, boardId: query.get('board') ?? '', similar })
}

/** Requests like one that is written; none to who has asked too often, since a form is there without them. */
async function findSimilar(visit: PortalContext, title: string): Promise<RequestDraft['similar']> {
  if (title.trim() === '') return []
  try {
    await visit.services.rateLimits.consume('similar', visit, null)
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return []
    throw error
  }
  return listSimilarPublicRequests(visit.scope, title, visit.viewer?.customerId ?? null)
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

async function formPage(visit: PortalContext, draft: RequestDraft, status = 200): Promise<PageResponse> {
  const boards = await openBoards(visit)
  const frameOf = { title: messages.title, status, section: 'requests' as const }
  if (boards.length === 0) return pageResponse({ ...frameOf, body: renderNoOpenBoards(visit) })
  return pageResponse({
    ...frameOf,
    description: messages.lead(visit.workspace.name),
    body: renderNewRequestForm(visit, draft, boards),
  })
}

const openBoards = async ({ scope }: PortalContext): Promise<PublicBoard[]> =>
  (await listPublicBoards(scope)).filter(({ acceptsRequests }) => acceptsRequests)

/** Requests like the one whose title is being typed, for the script of the page. */
async function similar(visit: PortalContext): Promise<PortalResponse> {
  const { query, scope, viewer, services: portal } = visit
  const title = firstCharacters(query.get('title'))
  await portal.rateLimits.consume('similar', visit, null)
  const found = title.trim() === '' ? [] : await listSimilarPublicRequests(scope, title, viewer?.customerId ?? null)
  const headers = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
  return { ...textResponse('text/html', renderSimilarRequests(visit, found).text), headers }
}

/** What the form does. Nothing that was typed is lost. */
async function submitNewRequest(visit: PortalContext, { form }: RequestBody): Promise<PortalResponse> {
  const { viewer } = visit
  const input = inputOf(form)
  // Who fills in what nobody sees is told that all went well.
  if (detectSpam(visit, form) === 'trap') return redirectTo(visit, '/')
  const draft: RequestDraft = { ...blank, ...input, formToken: reusableFormToken(visit, form) }
  try {
    checkSubmission(input)
  } catch (error) {
    return formPage(visit, { ...draft, errors: faultsOf(input, error) }, 400)
  }
  const doubt = detectSpam(visit, form)
  if (doubt !== null) {
    return formPage(visit, { ...draft, formError: doubt === 'quick' ? frame.quick : frame.outdated }, 400)
  }
  const similar = form.has('seen') ? [] : await findSimilar(visit, input.title)
  if (similar.length > 0) return formPage(visit, { ...draft, similar, mustReviewSimilar: true })
  if (viewer === null) return requireSignIn(visit, { kind: 'request', submission: input })
  try {
    return redirectTo(visit, await submitRequest(visit, viewer.customerId, input))
  } catch (error) {
    const { status, message: sentence, headers } = toFormError(visit, error)
    const faults = faultsOf(input, error)
    const refusal = Object.keys(faults).length > 0 ? null : sentence
    return { ...(await formPage(visit, { ...draft, errors: faults, formError: refusal }, status)), headers }
  }
}

function inputOf(form: FormData): Submission {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  return { boardId: text('board'), title: text('title'), description: text('description') }
}

function faultsOf({ title }: Submission, error: unknown): RequestDraft['errors'] {
  const faulty = invalidFields(error)
  return {
    ...(faulty.has('boardId') && { boardId: messages.faults.board }),
    ...(faulty.has('title') && { title: title.trim() === '' ? messages.faults.empty : messages.faults.title }),
    ...(faulty.has('description') && { description: messages.faults.description }),
  }
}
