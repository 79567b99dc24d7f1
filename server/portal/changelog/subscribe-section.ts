import { getPreferences } from '../../notifications/preferences/preferences.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { commonMessages } from '../messages/common.ts'

/** A rejected form. */
export interface SubscribeForm {
  email: string
}

/**
 * Renders how to get updates: by email and by feed. A private portal offers only email, and only to signed-in
 * customers.
 * @param form a form that was rejected
 */
export async function subscribeSection(context: PortalContext, form: SubscribeForm | null): Promise<Html> {
  const { workspace, base } = context
  return html`<div class="subscribe" id="subscribe">
${await mailPart(context, form)}
${workspace.access === 'private' ? null : feedsPart(base)}
</div>`
}

async function mailPart(context: PortalContext, form: SubscribeForm | null): Promise<Html | null> {
  const { viewer, base, scope, workspace } = context
  if (viewer === null || viewer.email === null) return workspace.access === 'private' ? null : addressForm(base, form)
  const { preferences, isOptedOut, isBounced } = await getPreferences(scope, viewer.customerId)
  return preferences.changelog && !isOptedOut && !isBounced
    ? html`<p>${changelogMessages.subscribe.active({ address: viewer.email })} <a href="${base}/me/profile">${changelogMessages.subscribe.settings}</a></p>`
    : html`<form method="post" action="${base}/changelog/subscribe"><button class="button primary">${changelogMessages.subscribe.buttonFor({ address: viewer.email })}</button></form>`
}

const addressForm = (base: string, form: SubscribeForm | null): Html =>
  html`<form method="post" action="${base}/changelog/subscribe#subscribe" class="field" novalidate>
<label for="subscribe-email">${changelogMessages.subscribe.title}</label>
<div class="subscribe-row"><input id="subscribe-email" type="email" name="email" value="${form?.email ?? null}" maxlength="254" autocomplete="email" required aria-describedby="${form && 'subscribe-fault '}subscribe-help"${form && html` aria-invalid="true" autofocus`}>
<button class="button primary">${changelogMessages.subscribe.button}</button></div>
${form && html`<p class="fault" id="subscribe-fault" role="alert">${changelogMessages.subscribe.invalidEmail}</p>`}
<p class="help" id="subscribe-help">${changelogMessages.subscribe.help}</p>
<div class="trap" aria-hidden="true"><label>${commonMessages.honeypot}<input name="website" tabindex="-1" autocomplete="off"></label></div>
</form>`

const feedsPart = (base: string): Html =>
  html`<p class="feeds">${changelogMessages.subscribe.feeds} <a href="${base}/changelog/rss.xml">RSS</a> <a href="${base}/changelog/atom.xml">Atom</a> <a href="${base}/changelog/feed.json">JSON</a></p>`
