import { createHash } from 'node:crypto'
import { updatePreferences } from '../../notifications/preferences/preferences.ts'
import {
  confirmSubscription,
  readSubscriptionToken,
  requestSubscription,
} from '../../notifications/preferences/subscription.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { isEmailAddress } from '../../platform/validation.ts'
import type { PortalContext } from '../http/context.ts'
import { type PortalResponse, pageResponse, redirectTo } from '../http/response.ts'
import { get, type PortalRoute, post, type RequestBody } from '../http/route.ts'
import { changelogMessages } from '../messages/changelog.ts'
import type { SubscribeForm } from './subscribe-section.ts'

const confirmationPath = '/changelog/subscription'
const emailCharacters = 254

/** @param listPage the page that the form stands on. */
export const subscribeRoutes = (
  listPage: (visit: PortalContext, form: SubscribeForm) => Promise<PortalResponse>,
): PortalRoute[] => [
  post('/changelog/subscribe', { section: 'changelog' }, (visit, { form }) => subscribe(visit, form, listPage)),
  get(confirmationPath, { section: 'changelog' }, confirmationSentPage),
  get(`${confirmationPath}/:token`, { section: 'changelog' }, confirmPage),
  post(`${confirmationPath}/:token`, { section: 'changelog' }, confirm),
]

/** Whatever is known of an address, the answer is the same. Who is signed in has shown that theirs is their own. */
async function subscribe(
  visit: PortalContext,
  form: RequestBody['form'],
  listPage: (visit: PortalContext, form: SubscribeForm) => Promise<PortalResponse>,
): Promise<PortalResponse> {
  const { viewer, workspace, services: portal } = visit
  if (viewer?.email) {
    await visit.write((tx) => updatePreferences(tx, viewer.customerId, { changelog: true, optOut: false }))
    return redirectTo(visit, '/changelog#subscribe')
  }
  const email = String(form.get('email') ?? '').trim()
  if (workspace.access === 'private' || form.get('website')) return redirectTo(visit, confirmationPath)
  if (email.length > emailCharacters || !isEmailAddress(email)) return listPage(visit, { email })
  await portal.rateLimits.consume('subscription', visit, hashEmail(email))
  await visit.write((tx) => requestSubscription(tx, portal.secretKey, email))
  return redirectTo(visit, confirmationPath)
}

/** Addresses do not lie in the store of limits. */
const hashEmail = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url')

const confirmationSentPage = async (visit: PortalContext): Promise<PortalResponse> =>
  noticePage(visit, 200, changelogMessages.subscription.asked)

/** Changes nothing: scanners of mail follow every link. */
async function confirmPage(visit: PortalContext): Promise<PortalResponse> {
  const { scope, services: portal, params, base, workspace } = visit
  const { title, text, button } = changelogMessages.subscription.confirm
  const email = readSubscriptionToken(scope, portal.secretKey, params.token!)
  if (email === null) return noticePage(visit, 404, changelogMessages.subscription.over)
  const action = `${base}${confirmationPath}/${params.token}`
  const form = html`<form method="post" action="${action}"><button class="button primary">${button}</button></form>`
  return noticePage(visit, 200, { title: title(workspace.name), text: text(email) }, form)
}

async function confirm(visit: PortalContext): Promise<PortalResponse> {
  const { scope, services: portal, params } = visit
  const token = params.token!
  const email = readSubscriptionToken(scope, portal.secretKey, token)
  const customerId = email && (await visit.write((tx) => confirmSubscription(tx, portal.secretKey, token)))
  if (!email || !customerId) return noticePage(visit, 404, changelogMessages.subscription.over)
  const { title, text } = changelogMessages.subscription.done
  return noticePage(visit, 200, { title, text: text(email) })
}

/** A page of a heading, a sentence, and where to go on. */
const noticePage = (
  { base }: PortalContext,
  status: number,
  { title, text }: { title: string; text: string },
  action: Html = html`<p><a href="${base}/changelog">${changelogMessages.subscription.back}</a></p>`,
): PortalResponse =>
  pageResponse({
    status,
    title,
    body: html`<div class="notice-page"><h1>${title}</h1>
<p>${text}</p>
${action}</div>`,
    section: 'changelog',
  })
