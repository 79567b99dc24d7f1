import { createHash } from 'node:crypto'
import { emailSchema } from '../../accounts/schema.ts'
import { updatePreferences } from '../../notifications/preferences/preferences.ts'
import {
  confirmSubscription,
  readSubscriptionToken,
  requestSubscription,
  subscribedPreferences,
} from '../../notifications/preferences/subscription.ts'
import { foldPlusTag } from '../../platform/formats/email-address.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { Strict } from '../../platform/schemas.ts'
import { createValidator } from '../../platform/validation.ts'
import { portalEvidence } from '../http/consent-evidence.ts'
import type { PortalContext } from '../http/context.ts'
import { type PortalResponse, redirectTo } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { noticeResponse } from '../views/notice.ts'
import type { SubscribeForm } from './subscribe-section.ts'

const confirmationPath = '/changelog/subscription'
const checkEmail = createValidator(Strict({ email: emailSchema }), '')

/** Returns the routes. @param listPage the page that contains the form */
export const subscribeRoutes = (
  listPage: (context: PortalContext, form: SubscribeForm) => Promise<PortalResponse>,
): PortalRoute[] => [
  post('/changelog/subscribe', { section: 'changelog' }, (context, { form }) => subscribe(context, form, listPage)),
  get(confirmationPath, { section: 'changelog' }, confirmationSentPage),
  get(`${confirmationPath}/:token`, { section: 'changelog' }, confirmPage),
  post(`${confirmationPath}/:token`, { section: 'changelog' }, confirm),
]

/** Responds the same way for every address. A signed-in customer needs no confirmation: their address is verified. */
async function subscribe(
  context: PortalContext,
  form: RequestBody['form'],
  listPage: (context: PortalContext, form: SubscribeForm) => Promise<PortalResponse>,
): Promise<PortalResponse> {
  const { viewer, workspace, deps } = context
  if (viewer?.email) {
    const wording = changelogMessages.subscribe.buttonFor({ address: viewer.email })
    const evidence = portalEvidence(context, 'changelog', wording)
    await context.write((tx) => updatePreferences(tx, viewer.customerId, subscribedPreferences, evidence))
    return redirectTo(context, '/changelog#subscribe')
  }
  const email = String(form.get('email') ?? '').trim()
  if (workspace.access === 'private' || form.get('website')) return redirectTo(context, confirmationPath)
  if (checkEmail({ email }).length > 0) return listPage(context, { email })
  await deps.rateLimits.consume('subscription', context, hashEmail(email))
  await context.write((tx) => requestSubscription(tx, deps.secretKey, email))
  return redirectTo(context, confirmationPath)
}

/** Keeps email addresses out of the rate limit store, and counts addresses that differ in a `+tag` as one mailbox. */
const hashEmail = (email: string): string => createHash('sha256').update(foldPlusTag(email)).digest('base64url')

const confirmationSentPage = async (context: PortalContext): Promise<PortalResponse> =>
  noticePage(context, 200, changelogMessages.subscription.requested)

/** Changes nothing by itself, because mail scanners follow every link. */
async function confirmPage(context: PortalContext): Promise<PortalResponse> {
  const { scope, deps, params, base, workspace } = context
  const email = await readSubscriptionToken(scope, deps.secretKey, params.token!)
  if (email === null) return noticePage(context, 404, changelogMessages.subscription.expired)
  const { title, text, button } = confirmationTexts(workspace.name, email)
  const action = `${base}${confirmationPath}/${params.token}`
  const form = html`<form method="post" action="${action}"><button class="button primary">${button}</button></form>`
  return noticePage(context, 200, { title, text }, form)
}

/** Returns the text of the page that asks for confirmation. Consents store the same words. */
function confirmationTexts(workspace: string, address: string): { title: string; text: string; button: string } {
  const { title, text, button } = changelogMessages.subscription.confirm
  return { title: title({ workspace }), text: text({ address }), button }
}

async function confirm(context: PortalContext): Promise<PortalResponse> {
  const { scope, deps, params } = context
  const token = params.token!
  const email = await readSubscriptionToken(scope, deps.secretKey, token)
  if (email === null) return noticePage(context, 404, changelogMessages.subscription.expired)
  const wording = Object.values(confirmationTexts(context.workspace.name, email)).join('\n')
  const evidence = portalEvidence(context, 'subscription-confirmation', wording)
  const customerId = await context.write((tx) => confirmSubscription(tx, deps.secretKey, token, evidence))
  if (!customerId) return noticePage(context, 404, changelogMessages.subscription.expired)
  const { title, text } = changelogMessages.subscription.confirmed
  return noticePage(context, 200, { title, text: text({ address: email }) })
}

const noticePage = (
  { base }: PortalContext,
  status: number,
  { title, text }: { title: string; text: string },
  actions: Html = html`<p><a href="${base}/changelog">${changelogMessages.subscription.back}</a></p>`,
): PortalResponse => noticeResponse({ title, text, actions }, { status, section: 'changelog' })
