import { getPreferences } from '../../notifications/preferences/preferences.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { changelogMessages } from '../messages/changelog.ts'
import { commonMessages as frame } from '../messages/common.ts'

/** What was typed and could not be taken. */
export interface SubscribeForm {
  email: string
}

/**
 * How to hear of new entries: by mail and by feed. Of a private portal, only those who are signed in hear, and by mail.
 * @param form what was sent before and could not be taken.
 */
export async function subscribeSection(visit: PortalContext, form: SubscribeForm | null): Promise<Html> {
  const { workspace, base } = visit
  return html`<div class="subscribe" id="subscribe">
${await mailPart(visit, form)}
${workspace.access === 'private' ? null : feedsPart(base)}
</div>`
}

async function mailPart(visit: PortalContext, form: SubscribeForm | null): Promise<Html | null> {
  const { viewer, base, scope, workspace } = visit
  if (viewer === null || viewer.email === null) return workspace.access === 'private' ? null : addressForm(base, form)
  const { preferences: hearing, isOptedOut, isBounced: isRefused } = await getPreferences(scope, viewer.customerId)
  return hearing.changelog && !isOptedOut && !isRefused
    ? html`<p>${changelogMessages.subscribe.hearing(viewer.email)} <a href="${base}/me">${changelogMessages.subscribe.settings}</a></p>`
    : html`<form method="post" action="${base}/changelog/subscribe"><button class="button primary">${changelogMessages.subscribe.buttonFor(viewer.email)}</button></form>`
}

const addressForm = (base: string, form: SubscribeForm | null): Html =>
  html`<form method="post" action="${base}/changelog/subscribe#subscribe" class="field" novalidate>
<label for="subscribe-email">${changelogMessages.subscribe.title}</label>
<div class="subscribe-row"><input id="subscribe-email" type="email" name="email" value="${form?.email ?? null}" maxlength="254" autocomplete="email" required aria-describedby="${form && 'subscribe-fault '}subscribe-help"${form && html` aria-invalid="true" autofocus`}>
<button class="button primary">${changelogMessages.subscribe.button}</button></div>
${form && html`<p class="fault" id="subscribe-fault" role="alert">${changelogMessages.subscribe.fault}</p>`}
<p class="help" id="subscribe-help">${changelogMessages.subscribe.help}</p>
<div class="trap" aria-hidden="true"><label>${frame.trap}<input name="website" tabindex="-1" autocomplete="off"></label></div>
</form>`

const feedsPart = (base: string): Html =>
  html`<p class="feeds">${changelogMessages.subscribe.feeds} <a href="${base}/changelog/rss.xml">RSS</a> <a href="${base}/changelog/atom.xml">Atom</a> <a href="${base}/changelog/feed.json">JSON</a></p>`
