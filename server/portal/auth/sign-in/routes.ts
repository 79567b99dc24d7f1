import { emailSchema } from '../../../accounts/schema.ts'
import { CapReached } from '../../../customers/identity/identify.ts'
import { enqueueCustomerCode } from '../../../customers/sign-in/queue.ts'
import { customerCodeKey, redeemCustomerCode, tryCustomerCode } from '../../../customers/sign-in/code.ts'
import { localPath } from '../../../platform/http/request/redirect-path.ts'
import { Problem, statusOf } from '../../../platform/problems.ts'
import { Strict } from '../../../platform/schemas.ts'
import { checkOf } from '../../../platform/validation.ts'
import { mayStandInAddress, perform } from '../pending-action.ts'
import { type Answer, goTo } from '../../http/response.ts'
import { get, type PortalRoute, post, type Sent } from '../../http/route.ts'
import { endSessionOf, forgetSession } from '../session.ts'
import { signedInAs, type Visit } from '../../http/context.ts'
import { words as frame } from '../../messages/common.ts'
import { openSealed } from './require-sign-in.ts'
import { enter } from '../start-session.ts'
import { actPage, addressPage, codePage, type Entering } from './pages.ts'
import { words } from '../../messages/sign-in.ts'

export const signInRoutes: PortalRoute[] = [
  get('/sign-in', { isOpen: true }, showSignIn),
  post('/sign-in', { isOpen: true }, sendCode),
  post('/sign-in/code', { isOpen: true }, takeCode),
  post('/sign-in/act', { isOpen: true }, performAct),
  post('/sign-out', { isOpen: true }, signOut),
]

const checkAddress = checkOf(Strict({ email: emailSchema }), '')

async function showSignIn(visit: Visit): Promise<Answer> {
  const { query, viewer } = visit
  const linked = openSealed(visit, query.get('then'))
  const act = linked && mayStandInAddress(linked.act) ? linked : null
  const entering = { email: '', next: localPath(query.get('next') ?? '/'), act }
  if (viewer === null) return addressPage(visit, entering)
  // A link does nothing by itself, also for who is signed in.
  return act === null ? goTo(visit, entering.next) : actPage(visit, entering)
}

function enteringOf(visit: Visit, { form }: Sent): Entering {
  const text = (name: string) => String(form.get(name) ?? '')
  return { email: text('email').trim(), next: localPath(text('next')), act: openSealed(visit, text('then')) }
}

/** The same answer whatever is known of the address: whether there is somebody for a code is seen where it is sent. */
async function sendCode(visit: Visit, sent: Sent): Promise<Answer> {
  const entering = enteringOf(visit, sent)
  const { email } = entering
  if (sent.form.get('change') !== null) return addressPage(visit, entering)
  if (checkAddress({ email }).length > 0) return addressPage(visit, entering, words.noAddress)
  const { attempts, secretKey } = visit.portal
  return refusedOn(
    (fault) => addressPage(visit, entering, fault),
    async () => {
      await attempts.count('codeMail', email, visit.clientAddress)
      await visit.write((tx) => enqueueCustomerCode(tx, secretKey, email))
      return codePage(visit, entering)
    },
  )
}

async function takeCode(visit: Visit, sent: Sent): Promise<Answer> {
  const entering = enteringOf(visit, sent)
  const { email } = entering
  const { attempts, secretKey } = visit.portal
  const code = String(sent.form.get('code') ?? '').slice(0, 20)
  if (checkAddress({ email }).length > 0) return addressPage(visit, entering, words.noAddress)
  return refusedOn(
    (fault) => codePage(visit, entering, fault),
    async () => {
      const account = `${visit.workspace.id} ${email}`
      await attempts.count('code', account, visit.clientAddress)
      const hash = await tryCustomerCode(visit.scope, customerCodeKey(secretKey), email, code)
      const { viewer, headers } = await enter(visit, (tx) => redeemCustomerCode(tx, email, hash))
      await attempts.forgive('code', account, visit.clientAddress)
      return { ...(await goOn(signedInAs(visit, viewer), entering)), headers }
    },
  )
}

async function performAct(visit: Visit, sent: Sent): Promise<Answer> {
  const entering = enteringOf(visit, sent)
  return visit.viewer === null ? addressPage(visit, entering) : goOn(visit, entering)
}

/** Does what was meant, if there is anything. What is refused then is told, and can be tried again: it is carried on. */
async function goOn(visit: Visit, entering: Entering): Promise<Answer> {
  const { act, next } = entering
  if (act === null || visit.viewer === null) return goTo(visit, next)
  try {
    return goTo(visit, await perform(visit, visit.viewer.customerId, act.act))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { ...actPage(visit, entering, reasonOf(visit, error)), status: statusOf[error.code] }
  }
}

function reasonOf({ workspace }: Visit, error: Problem): string {
  if (error instanceof CapReached) return frame.full.text(workspace.name)
  return error.code === 'not_found' ? words.gone : error.message
}

async function signOut(visit: Visit): Promise<Answer> {
  if (visit.kept !== null) await visit.write((tx) => endSessionOf(tx, visit.kept))
  return { ...goTo(visit, '/'), headers: { 'set-cookie': forgetSession(visit) } }
}

/** A wrong code or too many tries are told on the form; everything else goes its way. */
async function refusedOn(pageOf: (fault: string) => Answer, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'rate_limited') {
      return { ...pageOf(error.message), status: statusOf.rate_limited, headers: error.extra.headers ?? {} } as Answer
    }
    if (error.code !== 'validation_error') throw error
    return pageOf(words.wrongCode)
  }
}
