import { contactPath } from '../../customers/contact/confirmation-email.ts'
import type { ProvenContact } from '../../customers/contact/contact.ts'
import { isUnsubscribedSince } from '../../notifications/preferences/announcement-choice.ts'
import { getPreferences, updatePreferences } from '../../notifications/preferences/preferences.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { WriteScope } from '../../platform/scope.ts'
import {
  type ConfirmedContact,
  type ContactPreview,
  confirmContact,
  previewContact,
} from '../../votes/confirm-contact.ts'
import type { PortalContext } from '../http/context.ts'
import type { PortalResponse } from '../http/response.ts'
import { get, type PortalRoute, post } from '../http/route.ts'
import { commonMessages } from '../messages/common.ts'
import { widgetMessages } from '../messages/widget.ts'
import { excerptOf } from '../views/excerpt.ts'
import { noticeResponse } from '../views/notice.ts'
import { widgetEvidence } from './consent.ts'

const messages = widgetMessages.contact

// The link works without signing in. On a private portal, it works for people who may sign in to the portal.
const options = { section: 'requests', isSignInOptional: true } as const

/** The pages that the emailed link opens to confirm the address of a request. */
export const contactRoutes: PortalRoute[] = [
  get(`${contactPath}/:token`, options, confirmPage),
  post(`${contactPath}/:token`, options, confirm),
]

/** Shows what the owner of the address would confirm. Changes nothing, because mail scanners follow every link. */
async function confirmPage(context: PortalContext): Promise<PortalResponse> {
  const { scope, deps, base, workspace } = context
  const token = context.params.token!
  const preview = await previewContact(scope, deps.secretKey, token)
  if (preview === null || (preview.request === null && preview.contact.updates === null)) return expiredPage(context)
  const { contact, request } = preview
  const text = confirmationText(workspace.name, preview)
  const actions = html`${request && quoteOf(request)}
<form method="post" action="${base}${contactPath}/${token}"><button class="button primary">${messages.button}</button></form>
<p class="help">${messages.ignore}</p>`
  const title = request === null ? contact.updates!.wording.split('\n')[0]! : messages.title
  return noticeResponse({ title, text, actions }, { section: 'requests' })
}

/** Renders the beginning of the request, so that people don't confirm another person's text. */
const quoteOf = ({ title, description }: NonNullable<ContactPreview['request']>): Html =>
  html`<blockquote class="own-excerpt" dir="auto"><p><strong>${title}</strong></p>
${description === '' ? null : html`<p>${excerptOf(description, 600)}</p>`}</blockquote>`

/** Returns the text above the button. Consents store it after the text of the widget's checkbox. */
function confirmationText(workspace: string, { contact, request }: ContactPreview): string {
  const address = contact.email
  if (request === null) return messages.onlyUpdates({ workspace, address })
  const text = messages.text({ workspace, address })
  return contact.updates === null ? text : `${text} ${messages.withUpdates({ workspace })}`
}

async function confirm(context: PortalContext): Promise<PortalResponse> {
  const { scope, deps, params, workspace } = context
  const token = params.token!
  const preview = await previewContact(scope, deps.secretKey, token)
  if (preview === null) return expiredPage(context)
  await deps.rateLimits.consumeNewcomer(context, preview.contact.feedbackId)
  const confirmed = await context.write(async (tx) => {
    const result = await confirmContact(tx, deps.secretKey, token, deps.settings.trackedCustomerCaps)
    return result && { ...result, isSubscribed: await subscribe(tx, result, confirmationText(workspace.name, preview)) }
  })
  return confirmed === null ? expiredPage(context) : confirmedPage(context, confirmed)
}

/**
 * Subscribes the customer if they selected the checkbox, unless they have unsubscribed since.
 * @returns whether it did
 */
async function subscribe(tx: WriteScope, { contact, customerId }: ConfirmedContact, text: string): Promise<boolean> {
  const { updates, requestedAt }: ProvenContact = contact
  if (updates === null || (await isUnsubscribedSince(tx, customerId, requestedAt))) return false
  const evidence = widgetEvidence(updates.host, `${updates.wording}\n${text}`)
  const scope = { ...tx, actor: { type: 'customer' as const, id: customerId } }
  await updatePreferences(scope, customerId, { changelog: true, isRequest: true }, evidence)
  return true
}

async function confirmedPage(
  context: PortalContext,
  { contact, customerId, isFollowing, isSubscribed }: ConfirmedContact & { isSubscribed: boolean },
): Promise<PortalResponse> {
  const workspace = context.workspace.name
  const scope = { ...context.scope, actor: { type: 'customer' as const, id: customerId } }
  const { isOptedOut } = await getPreferences(scope, customerId)
  const sentences = [
    isFollowing ? messages.following({ address: contact.email }) : messages.gone,
    isSubscribed ? messages.subscribed({ workspace }) : null,
  ]
  const text = isOptedOut ? messages.mailOff({ workspace }) : sentences.filter((each) => each !== null).join(' ')
  return noticePage(context, 200, { title: messages.confirmed, text })
}

const expiredPage = (context: PortalContext): PortalResponse => noticePage(context, 404, messages.expired)

const noticePage = (
  { base, workspace }: PortalContext,
  status: number,
  parts: { title: string; text: string },
): PortalResponse =>
  noticeResponse({ ...parts, actions: homeLink(base, workspace.name) }, { status, section: 'requests' })

const homeLink = (base: string, workspace: string): Html =>
  html`<p><a href="${base}/">${commonMessages.home({ workspace })}</a></p>`
