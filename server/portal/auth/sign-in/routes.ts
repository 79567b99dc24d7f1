import { emailSchema } from '../../../accounts/schema.ts'
import { CustomerCapReached } from '../../../customers/identity/identify.ts'
import { customerCodeKey, redeemCustomerCode, verifyCustomerCode } from '../../../customers/sign-in/code.ts'
import { enqueueCustomerCode } from '../../../customers/sign-in/queue.ts'
import { safeRedirectPath } from '../../../platform/http/request/redirect-path.ts'
import { Problem, statusByCode } from '../../../platform/problems.ts'
import { Strict } from '../../../platform/schemas.ts'
import { compileValidator } from '../../../platform/validation.ts'
import { type PortalContext, withViewer } from '../../http/context.ts'
import { type PortalResponse, redirectTo } from '../../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../../http/route.ts'
import { commonMessages as frame } from '../../messages/common.ts'
import { signInMessages } from '../../messages/sign-in.ts'
import { isAllowedInUrl, runPendingAction } from '../pending-action.ts'
import { clearSessionCookieHeader, endSessionByToken } from '../session.ts'
import { startSession } from '../start-session.ts'
import { codePage, confirmActionPage, emailPage, type SignInForm } from './pages.ts'
import { parseSignedAction } from './require-sign-in.ts'

export const signInRoutes: PortalRoute[] = [
  get('/sign-in', { isSignInOptional: true }, showSignIn),
  post('/sign-in', { isSignInOptional: true }, sendCode),
  post('/sign-in/code', { isSignInOptional: true }, verifyCode),
  post('/sign-in/act', { isSignInOptional: true }, runAction),
  post('/sign-out', { isSignInOptional: true }, signOut),
]

const checkEmail = compileValidator(Strict({ email: emailSchema }), '')

async function showSignIn(visit: PortalContext): Promise<PortalResponse> {
  const { query, viewer } = visit
  const linked = parseSignedAction(visit, query.get('then'))
  const act = linked && isAllowedInUrl(linked.action) ? linked : null
  const entering = { email: '', next: safeRedirectPath(query.get('next') ?? '/'), action: act }
  if (viewer === null) return emailPage(visit, entering)
  // A link does nothing by itself, also for who is signed in.
  return act === null ? redirectTo(visit, entering.next) : confirmActionPage(visit, entering)
}

function readSignInForm(visit: PortalContext, { form }: RequestBody): SignInForm {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    email: text('email').trim(),
    next: safeRedirectPath(text('next')),
    action: parseSignedAction(visit, text('then')),
  }
}

/** The same answer whatever is known of the address: whether there is somebody for a code is seen where it is sent. */
async function sendCode(visit: PortalContext, sent: RequestBody): Promise<PortalResponse> {
  const entering = readSignInForm(visit, sent)
  const { email } = entering
  if (sent.form.get('change') !== null) return emailPage(visit, entering)
  if (checkEmail({ email }).length > 0) return emailPage(visit, entering, signInMessages.noAddress)
  const { signInLimits: attempts, secretKey } = visit.services
  return showErrorOn(
    (fault) => emailPage(visit, entering, fault),
    async () => {
      await attempts.consume('codeMail', email, visit.clientAddress)
      await visit.write((tx) => enqueueCustomerCode(tx, secretKey, email))
      return codePage(visit, entering)
    },
  )
}

async function verifyCode(visit: PortalContext, sent: RequestBody): Promise<PortalResponse> {
  const entering = readSignInForm(visit, sent)
  const { email } = entering
  const { signInLimits: attempts, secretKey } = visit.services
  const code = String(sent.form.get('code') ?? '').slice(0, 20)
  if (checkEmail({ email }).length > 0) return emailPage(visit, entering, signInMessages.noAddress)
  return showErrorOn(
    (fault) => codePage(visit, entering, fault),
    async () => {
      const account = `${visit.workspace.id} ${email}`
      await attempts.consume('code', account, visit.clientAddress)
      const hash = await verifyCustomerCode(visit.scope, customerCodeKey(secretKey), email, code)
      const { viewer, headers } = await startSession(visit, (tx) => redeemCustomerCode(tx, email, hash))
      await attempts.reset('code', account, visit.clientAddress)
      return { ...(await continueAfterSignIn(withViewer(visit, viewer), entering)), headers }
    },
  )
}

async function runAction(visit: PortalContext, sent: RequestBody): Promise<PortalResponse> {
  const entering = readSignInForm(visit, sent)
  return visit.viewer === null ? emailPage(visit, entering) : continueAfterSignIn(visit, entering)
}

/** Does what was meant, if there is anything. What is refused then is told, and can be tried again: it is carried on. */
async function continueAfterSignIn(visit: PortalContext, entering: SignInForm): Promise<PortalResponse> {
  const { action: act, next } = entering
  if (act === null || visit.viewer === null) return redirectTo(visit, next)
  try {
    return redirectTo(visit, await runPendingAction(visit, visit.viewer.customerId, act.action))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { ...confirmActionPage(visit, entering, reasonOf(visit, error)), status: statusByCode[error.code] }
  }
}

function reasonOf({ workspace }: PortalContext, error: Problem): string {
  if (error instanceof CustomerCapReached) return frame.full.text(workspace.name)
  return error.code === 'not_found' ? signInMessages.gone : error.message
}

async function signOut(visit: PortalContext): Promise<PortalResponse> {
  if (visit.cookieToken !== null) await visit.write((tx) => endSessionByToken(tx, visit.cookieToken))
  return { ...redirectTo(visit, '/'), headers: { 'set-cookie': clearSessionCookieHeader(visit) } }
}

/** A wrong code or too many tries are told on the form; everything else goes its way. */
async function showErrorOn(
  pageOf: (fault: string) => PortalResponse,
  work: () => Promise<PortalResponse>,
): Promise<PortalResponse> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'rate_limited') {
      return {
        ...pageOf(error.message),
        status: statusByCode.rate_limited,
        headers: error.extra.headers ?? {},
      } as PortalResponse
    }
    if (error.code !== 'validation_error') throw error
    return pageOf(signInMessages.wrongCode)
  }
}
