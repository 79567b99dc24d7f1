import { createHash } from 'node:crypto'
import { chooseMail } from '../../notifications/preferences/preferences.ts'
import { askToSubscribe, confirmSubscription, readSubscription } from '../../notifications/preferences/subscription.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { isEmailAddress } from '../../platform/validation.ts'
import { type Answer, goTo, page } from '../http/response.ts'
import { get, type PortalRoute, post, type Sent } from '../http/route.ts'
import type { Visit } from '../http/context.ts'
import type { SubscribeForm } from './subscribe-section.ts'
import { words } from '../messages/changelog.ts'

const asked = '/changelog/subscription'
const emailCharacters = 254

/** @param listPage the page that the form stands on. */
export const subscribeRoutes = (listPage: (visit: Visit, form: SubscribeForm) => Promise<Answer>): PortalRoute[] => [
  post('/changelog/subscribe', { section: 'changelog' }, (visit, { form }) => subscribe(visit, form, listPage)),
  get(asked, { section: 'changelog' }, askedPage),
  get(`${asked}/:token`, { section: 'changelog' }, confirmPage),
  post(`${asked}/:token`, { section: 'changelog' }, confirm),
]

/** Whatever is known of an address, the answer is the same. Who is signed in has shown that theirs is their own. */
async function subscribe(
  visit: Visit,
  form: Sent['form'],
  listPage: (visit: Visit, form: SubscribeForm) => Promise<Answer>,
): Promise<Answer> {
  const { viewer, workspace, portal } = visit
  if (viewer?.email) {
    await visit.write((tx) => chooseMail(tx, viewer.customerId, { changelog: true, off: false }))
    return goTo(visit, '/changelog#subscribe')
  }
  const email = String(form.get('email') ?? '').trim()
  if (workspace.access === 'private' || form.get('website')) return goTo(visit, asked)
  if (email.length > emailCharacters || !isEmailAddress(email)) return listPage(visit, { email })
  await portal.guard.count('subscription', visit, nameless(email))
  await visit.write((tx) => askToSubscribe(tx, portal.secretKey, email))
  return goTo(visit, asked)
}

/** Addresses do not lie in the store of limits. */
const nameless = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('base64url')

const askedPage = async (visit: Visit): Promise<Answer> => noticePage(visit, 200, words.subscription.asked)

/** Changes nothing: scanners of mail follow every link. */
async function confirmPage(visit: Visit): Promise<Answer> {
  const { scope, portal, params, base, workspace } = visit
  const { title, text, button } = words.subscription.confirm
  const email = readSubscription(scope, portal.secretKey, params.token!)
  if (email === null) return noticePage(visit, 404, words.subscription.over)
  const action = `${base}${asked}/${params.token}`
  const form = html`<form method="post" action="${action}"><button class="button primary">${button}</button></form>`
  return noticePage(visit, 200, { title: title(workspace.name), text: text(email) }, form)
}

async function confirm(visit: Visit): Promise<Answer> {
  const { scope, portal, params } = visit
  const token = params.token!
  const email = readSubscription(scope, portal.secretKey, token)
  const customerId = email && (await visit.write((tx) => confirmSubscription(tx, portal.secretKey, token)))
  if (!email || !customerId) return noticePage(visit, 404, words.subscription.over)
  const { title, text } = words.subscription.done
  return noticePage(visit, 200, { title, text: text(email) })
}

/** A page of a heading, a sentence, and where to go on. */
const noticePage = (
  { base }: Visit,
  status: number,
  { title, text }: { title: string; text: string },
  action: Html = html`<p><a href="${base}/changelog">${words.subscription.back}</a></p>`,
): Answer =>
  page({
    status,
    title,
    body: html`<div class="notice-page"><h1>${title}</h1>
<p>${text}</p>
${action}</div>`,
    section: 'changelog',
  })
