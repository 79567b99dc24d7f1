import { type OwnActivity, type OwnComment, type OwnRequest, ownActivityLimit } from '../../customers/self/activity.ts'
import type { CustomerPreferences } from '../../notifications/preferences/preferences.ts'
import type { NotificationKind } from '../../notifications/preferences/unsubscribe-token.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext, Viewer } from '../http/context.ts'
import { accountMessages } from '../messages/account.ts'
import { commonMessages as frame } from '../messages/common.ts'
import { excerptOf, stageBadge } from '../requests/components.ts'
import { timeElement } from '../views/dates.ts'

export interface AccountPageData {
  viewer: Viewer
  activity: OwnActivity
  mail: CustomerPreferences
  /** As it stands in its field. */
  name: string
  nameError: string | null
  isSaved: boolean
}

export function renderAccount(visit: PortalContext, me: AccountPageData): Html {
  const { activity } = me
  const { requests, votes, comments } = activity
  const { base, workspace } = visit
  const isAsking = workspace.sections.requests
  return html`<header class="mine-head"><h1>${accountMessages.title}</h1>
<nav class="actions" aria-label="${accountMessages.parts}"><a class="button" href="#settings">${accountMessages.settings}</a><a class="button" href="#data">${accountMessages.data}</a></nav></header>
${me.isSaved ? html`<p class="done" role="status">${accountMessages.saved}</p>` : null}
${isAsking ? part('requests', accountMessages.requests, requests.length, requests.length === 0 ? html`<p class="quiet">${accountMessages.noRequests} <a href="${base}/requests/new">${accountMessages.ask}</a></p>` : requestList(visit, requests)) : null}
${isAsking ? part('votes', accountMessages.votes, votes.length, votes.length === 0 ? html`<p class="quiet">${accountMessages.noVotes}</p>` : requestList(visit, votes)) : null}
${part('comments', accountMessages.comments, comments.length, comments.length === 0 ? html`<p class="quiet">${accountMessages.noComments}</p>` : commentList(visit, comments))}
${part('settings', accountMessages.settings, 0, settingsForm(visit, me))}
${part('account', accountMessages.account, 0, accountPart(visit, me.viewer))}
${part(
  'data',
  accountMessages.data,
  0,
  html`<p class="quiet">${accountMessages.dataText}</p>
<p class="actions"><a class="button" href="${base}/me/data.json" download>${accountMessages.download}</a><a class="button" href="${base}/me/delete">${accountMessages.remove}</a></p>`,
)}`
}

const part = (id: string, title: string, shown: number, body: Html): Html =>
  html`<section class="mine" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
${shown === ownActivityLimit ? html`<p class="help">${accountMessages.latest}</p>` : null}
</section>
`

const requestList = ({ base, workspace }: PortalContext, requests: OwnRequest[]): Html =>
  listOf(
    requests.map(
      ({ id, title, stage, at }) =>
        html`<li><a href="${base}/requests/${id}" dir="auto">${title}</a><span class="facts">${stageBadge(stage)}${timeElement(at, workspace.timeZone)}</span></li>
`,
    ),
  )

const commentList = ({ base, workspace }: PortalContext, comments: OwnComment[]): Html =>
  listOf(
    comments.map(
      ({ body, at, on }) =>
        html`<li><a href="${base}/${on.kind === 'request' ? 'requests' : 'changelog'}/${on.id}" dir="auto">${on.title}</a><span class="facts"><span class="mine-words" dir="auto">${excerptOf(body, 80)}</span>${timeElement(at, workspace.timeZone)}</span></li>
`,
    ),
  )

// So many are seen at once, so that the page is not all votes.
const openAtMost = 5

const listOf = (rows: Html[]): Html =>
  html`<ul class="mine-list">
${rows.slice(0, openAtMost)}</ul>
${
  rows.length <= openAtMost
    ? null
    : html`<details class="mine-more"><summary>${accountMessages.more(rows.length - openAtMost)}</summary>
<ul class="mine-list">
${rows.slice(openAtMost)}</ul></details>`
}`

const settingsForm = (visit: PortalContext, { name, nameError: nameFault, mail }: AccountPageData): Html =>
  html`<form method="post" action="${visit.base}/me" class="form" novalidate>
<div class="field">
<label for="name">${accountMessages.name}</label>
<input id="name" name="name" autocomplete="name" dir="auto" value="${name}" aria-describedby="${nameFault === null ? 'name-help' : 'name-fault name-help'}"${nameFault === null ? null : html` aria-invalid="true" autofocus`}>
${nameFault && html`<p class="fault" id="name-fault">${nameFault}</p>`}
<p class="help" id="name-help">${accountMessages.nameHelp}</p>
</div>
${mail.address === null ? html`<p class="help">${accountMessages.noAddress}</p>` : mailFields(visit, mail, mail.address)}
<div class="actions"><button class="button primary">${accountMessages.save}</button></div>
</form>`

const kinds = ['changelog', 'replies', 'stages'] as const satisfies NotificationKind[]

const mailFields = (
  { workspace }: PortalContext,
  { preferences: hearing, isOptedOut, isBounced: isRefused }: CustomerPreferences,
  address: string,
): Html =>
  html`<fieldset class="mail-kinds field">
<legend>${accountMessages.mail}</legend>
<input type="hidden" name="mail" value="shown">
${isRefused ? check('retry', false, { label: accountMessages.retry, help: accountMessages.refused(address) }) : null}
${kinds.map((kind) => check(kind, hearing[kind], accountMessages.kinds[kind](workspace.name)))}
${check('off', isOptedOut, { label: accountMessages.off, help: accountMessages.offHelp })}
<p class="help">${accountMessages.mailTo(address)}</p>
</fieldset>`

const check = (name: string, isOn: boolean, { label, help }: { label: string; help: string }): Html =>
  html`<div class="check"><input type="checkbox" id="${name}" name="${name}" value="on"${isOn ? html` checked` : null} aria-describedby="${name}-help">
<div><label for="${name}">${label}</label><p class="help" id="${name}-help">${help}</p></div></div>
`

function accountPart({ base }: PortalContext, { email, name }: Viewer): Html {
  const who = email ?? name
  return html`<p class="quiet">${who === null ? accountMessages.signedIn : accountMessages.signedInAs(who)}</p>
<div class="actions">
<form method="post" action="${base}/sign-out"><button class="button">${frame.signOut}</button></form>
<form method="post" action="${base}/me/sign-out-everywhere"><button class="button">${accountMessages.everywhere}</button></form>
</div>`
}
