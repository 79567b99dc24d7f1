import { emailSchema } from '../../../accounts/schema.ts'
import { CustomerCapReached } from '../../../customers/identity/identify.ts'
import { checkCustomerCode, customerCodeKey, redeemCustomerCode } from '../../../customers/sign-in/code.ts'
import { enqueueCustomerCode } from '../../../customers/sign-in/queues.ts'
import { updatePreferences } from '../../../notifications/preferences/preferences.ts'
import { subscribedPreferences } from '../../../notifications/preferences/subscription.ts'
import { Problem, statusByCode } from '../../../platform/problems.ts'
import { Strict } from '../../../platform/schemas.ts'
import { createValidator } from '../../../platform/validation.ts'
import { type PortalContext, withViewer } from '../../http/context.ts'
import { nextPath } from '../../http/next-path.ts'
import { type PageResponse, type PortalResponse, redirectTo } from '../../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../../http/route.ts'
import { commonMessages } from '../../messages/common.ts'
import { signInMessages } from '../../messages/sign-in.ts'
import { isAllowedInUrl, runPendingAction, type SignedAction } from '../pending-action.ts'
import { clearSessionCookieHeader, endSessionByToken } from '../session.ts'
import type { CodeMailRequest } from '../sign-in-limits.ts'
import { startSession } from '../start-session.ts'
import { knownBrowserCookie, readSignInBrowser, type SignInBrowser, signInBrowserCookie } from './browser.ts'
import { codeDelivery } from './code-delivery.ts'
import { codePage, confirmActionPage, emailPage, type SignInForm } from './pages.ts'
import { parseSignedAction } from './require-sign-in.ts'
import { updatesEvidence } from './updates-consent.ts'

export const signInRoutes: PortalRoute[] = [
  get('/sign-in', { isSignInOptional: true }, showSignIn),
  post('/sign-in', { isSignInOptional: true }, sendCode),
  post('/sign-in/code', { isSignInOptional: true }, verifyCode),
  post('/sign-in/action', { isSignInOptional: true }, runAction),
  post('/sign-out', { isSignInOptional: true }, signOut),
]

const checkEmail = createValidator(Strict({ email: emailSchema }), '')

async function showSignIn(context: PortalContext): Promise<PortalResponse> {
  const { query, viewer } = context
  const signed = parseSignedAction(context, query.get('then'))
  const action = signed && isAllowedInUrl(signed.action) ? signed : null
  const next = nextPath(context, query.get('next'))
  if (viewer === null) return emailPage(context, { email: '', next, action })
  // A link alone changes nothing, even for a customer who is signed in.
  return action === null ? redirectTo(context, next) : confirmActionPage(context, { email: '', next, action })
}

function readSignInForm(context: PortalContext, { form }: RequestBody): SignInForm {
  const text = (name: string) => String(form.get(name) ?? '')
  return {
    email: text('email').trim(),
    next: nextPath(context, form.get('next')),
    action: parseSignedAction(context, text('then')),
    wantsUpdates: form.get('updates') !== null,
  }
}

/** Responds the same way for known and unknown addresses. The job that sends the code checks who can sign in. */
async function sendCode(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const form = readSignInForm(context, body)
  const { email } = form
  if (codeDelivery(context) === 'none' || body.form.get('change') !== null) return emailPage(context, form)
  if (checkEmail({ email }).length > 0) return emailPage(context, form, signInMessages.invalidEmail)
  const { signInLimits, secretKey } = context.deps
  const browser = readSignInBrowser(context, email)
  return showErrorOn(
    (error) => emailPage(context, form, error),
    async () => {
      await signInLimits.consumeCodeMail(codeMailRequest(context, browser, email))
      await context.write((tx) => enqueueCustomerCode(tx, secretKey, { email, browserHash: browser.hash }))
      return { ...codePage(context, form), headers: { 'set-cookie': signInBrowserCookie(context, browser) } }
    },
  )
}

async function verifyCode(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const form = readSignInForm(context, body)
  const { email } = form
  const { signInLimits, secretKey } = context.deps
  const code = String(body.form.get('code') ?? '').slice(0, 20)
  if (checkEmail({ email }).length > 0) return emailPage(context, form, signInMessages.invalidEmail)
  const browser = readSignInBrowser(context, email)
  const requester = { email, browserHash: browser.hash }
  return showErrorOn(
    (error) => codePage(context, form, error),
    async () => {
      await signInLimits.consumeCodeAttempt(context.clientAddress)
      const hash = await checkCustomerCode(context.scope, customerCodeKey(secretKey), requester, code)
      const { viewer, cookie } = await startSession(context, async (tx) => {
        const customerId = await redeemCustomerCode(tx, requester, hash)
        const evidence = form.wantsUpdates ? updatesEvidence(context) : null
        const self = { ...tx, actor: { type: 'customer' as const, id: customerId } }
        if (evidence) await updatePreferences(self, customerId, subscribedPreferences, evidence)
        return customerId
      })
      await signInLimits.giveBackCodeMail(codeMailRequest(context, browser, email))
      const headers = { 'set-cookie': [cookie, knownBrowserCookie(context, browser, email)] }
      return { ...(await continueAfterSignIn(withViewer(context, viewer), form)), headers }
    },
  )
}

const codeMailRequest = (
  { clientAddress }: PortalContext,
  { id, isKnown }: SignInBrowser,
  email: string,
): CodeMailRequest => ({ email, clientAddress, knownBrowser: isKnown ? id : null })

async function runAction(context: PortalContext, body: RequestBody): Promise<PortalResponse> {
  const form = readSignInForm(context, body)
  return context.viewer === null ? emailPage(context, form) : continueAfterSignIn(context, form)
}

/** Runs the pending action, if there is one. If it fails, the page says why and offers to try again. */
async function continueAfterSignIn(
  context: PortalContext,
  { email, next, action }: SignInForm,
): Promise<PortalResponse> {
  if (action === null || context.viewer === null) return redirectTo(context, next)
  try {
    return redirectTo(context, await runPendingAction(context, context.viewer.customerId, action.action))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return showFailedAction(context, { email, next, action }, error)
  }
}

const showFailedAction = (
  context: PortalContext,
  form: SignInForm & { action: SignedAction },
  error: Problem,
): PortalResponse => ({
  ...confirmActionPage(context, form, reasonOf(context, error)),
  status: statusByCode[error.code],
  headers: error.extra.headers ?? {},
})

function reasonOf({ workspace }: PortalContext, error: Problem): string {
  if (error instanceof CustomerCapReached) return commonMessages.capReached.text({ workspace: workspace.name })
  return error.code === 'not_found' ? signInMessages.gone : error.message
}

async function signOut(context: PortalContext): Promise<PortalResponse> {
  if (context.cookieToken !== null) await context.write((tx) => endSessionByToken(tx, context.cookieToken))
  return { ...redirectTo(context, '/'), headers: { 'set-cookie': clearSessionCookieHeader(context) } }
}

/** Shows a wrong code or too many attempts on the form, and rethrows any other error. */
async function showErrorOn(
  pageOf: (error: string) => PageResponse,
  work: () => Promise<PortalResponse>,
): Promise<PortalResponse> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'rate_limited') {
      return { ...pageOf(error.message), status: statusByCode.rate_limited, headers: error.extra.headers ?? {} }
    }
    if (error.code !== 'validation_error') throw error
    return pageOf(signInMessages.wrongCode)
  }
}
