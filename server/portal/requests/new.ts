import { type PublicBoard, publicBoards } from '../../boards/public.ts'
import { publicSimilar } from '../../feedback/public/similar.ts'
import { checkSubmission, type Submission } from '../../feedback/public/submit.ts'
import { Problem } from '../../platform/problems.ts'
import { type Answer, goTo, type PortalPage, page, text } from '../http/response.ts'
import { doubtOf, sealOf } from '../http/spam-guard.ts'
import { faultyMembers, refusalOf } from '../http/form-errors.ts'
import { get, type PortalRoute, post, type Sent } from '../http/route.ts'
import { askToSignIn } from '../auth/sign-in/require-sign-in.ts'
import type { Visit } from '../http/context.ts'
import { words as frame } from '../messages/common.ts'
import { fileFor } from './submit.ts'
import { newBody, noBoardBody, type RequestDraft, similarPart } from './new-page.ts'
import { newWords as words } from '../messages/new-request.ts'

export const newRequestRoutes: PortalRoute[] = [
  get('/requests/new', { section: 'requests' }, newPage),
  post('/requests/new', { section: 'requests' }, filed),
  get('/similar', { section: 'requests' }, similar),
]

const titleCharacters = 200

const firstCharacters = (value: string | null) => [...(value ?? '')].slice(0, titleCharacters).join('')

async function newPage(visit: Visit): Promise<Answer> {
  const { query } = visit
  const title = firstCharacters(query.get('title'))
  const similar = await suggested(visit, title)
  return formPage(visit, { ...blank, title, boardId: query.get('board') ?? '', similar })
}

/** Requests like one that is written; none to who has asked too often, since a form is there without them. */
async function suggested(visit: Visit, title: string): Promise<RequestDraft['similar']> {
  if (title.trim() === '') return []
  try {
    await visit.portal.guard.count('similar', visit, null)
  } catch (error) {
    if (error instanceof Problem && error.code === 'rate_limited') return []
    throw error
  }
  return publicSimilar(visit.scope, title, visit.viewer?.customerId ?? null)
}

const blank: RequestDraft = {
  boardId: '',
  title: '',
  description: '',
  seal: null,
  similar: [],
  mustLook: false,
  faults: {},
  refusal: null,
}

async function formPage(visit: Visit, draft: RequestDraft, status = 200): Promise<PortalPage> {
  const boards = await openBoards(visit)
  const frameOf = { title: words.title, status, section: 'requests' as const }
  if (boards.length === 0) return page({ ...frameOf, body: noBoardBody(visit) })
  return page({ ...frameOf, description: words.lead(visit.workspace.name), body: newBody(visit, draft, boards) })
}

const openBoards = async ({ scope }: Visit): Promise<PublicBoard[]> =>
  (await publicBoards(scope)).filter(({ acceptsRequests }) => acceptsRequests)

/** Requests like the one whose title is being typed, for the script of the page. */
async function similar(visit: Visit): Promise<Answer> {
  const { query, scope, viewer, portal } = visit
  const title = firstCharacters(query.get('title'))
  await portal.guard.count('similar', visit, null)
  const found = title.trim() === '' ? [] : await publicSimilar(scope, title, viewer?.customerId ?? null)
  const headers = { 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" }
  return { ...text('text/html', similarPart(visit, found).text), headers }
}

/** What the form does. Nothing that was typed is lost. */
async function filed(visit: Visit, { form }: Sent): Promise<Answer> {
  const { viewer } = visit
  const input = inputOf(form)
  // Who fills in what nobody sees is told that all went well.
  if (doubtOf(visit, form) === 'trap') return goTo(visit, '/')
  const draft: RequestDraft = { ...blank, ...input, seal: sealOf(visit, form) }
  try {
    checkSubmission(input)
  } catch (error) {
    return formPage(visit, { ...draft, faults: faultsOf(input, error) }, 400)
  }
  const doubt = doubtOf(visit, form)
  if (doubt !== null) {
    return formPage(visit, { ...draft, refusal: doubt === 'quick' ? frame.quick : frame.outdated }, 400)
  }
  const similar = form.has('seen') ? [] : await suggested(visit, input.title)
  if (similar.length > 0) return formPage(visit, { ...draft, similar, mustLook: true })
  if (viewer === null) return askToSignIn(visit, { kind: 'request', submission: input })
  try {
    return goTo(visit, await fileFor(visit, viewer.customerId, input))
  } catch (error) {
    const { status, sentence, headers } = refusalOf(visit, error)
    const faults = faultsOf(input, error)
    const refusal = Object.keys(faults).length > 0 ? null : sentence
    return { ...(await formPage(visit, { ...draft, faults, refusal }, status)), headers }
  }
}

function inputOf(form: FormData): Submission {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
  return { boardId: text('board'), title: text('title'), description: text('description') }
}

function faultsOf({ title }: Submission, error: unknown): RequestDraft['faults'] {
  const faulty = faultyMembers(error)
  return {
    ...(faulty.has('boardId') && { boardId: words.faults.board }),
    ...(faulty.has('title') && { title: title.trim() === '' ? words.faults.empty : words.faults.title }),
    ...(faulty.has('description') && { description: words.faults.description }),
  }
}
