import { type OwnActivity, type OwnComment, type OwnRequest, ownActivityLimit } from '../../customers/self/activity.ts'
import type { CustomerPreferences } from '../../notifications/preferences/preferences.ts'
import type { NotificationKind } from '../../notifications/preferences/unsubscribe-token.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { Viewer } from '../auth/session.ts'
import type { PortalContext } from '../http/context.ts'
import { accountMessages } from '../messages/account.ts'
import { commentMessages } from '../messages/comments.ts'
import { commonMessages } from '../messages/common.ts'
import { stageBadge } from '../requests/components.ts'
import { timeElement } from '../views/dates.ts'
import { excerptOf } from '../views/excerpt.ts'

/** The tabs of the account pages. Each tab is a page. */
export const accountTabs = ['activity', 'profile', 'data'] as const
export type AccountTab = (typeof accountTabs)[number]

export const accountTabPaths = { activity: '/me', profile: '/me/profile', data: '/me/data' } as const satisfies Record<
  AccountTab,
  string
>

/** Renders a tab within the account page. */
export const renderAccount = ({ base }: PortalContext, current: AccountTab, body: Html): Html =>
  html`<header class="mine-head"><h1>${accountMessages.title}</h1></header>
<nav class="tabs" aria-label="${accountMessages.tabsLabel}">
${accountTabs.map(
  (tab) =>
    html`<a href="${base}${accountTabPaths[tab]}"${tab === current ? html` aria-current="page"` : null}>${accountMessages.tabs[tab]}</a>
`,
)}
</nav>
${body}`

export interface ProfileTabData {
  viewer: Viewer
  mail: CustomerPreferences
  /** The value of the name field. */
  name: string
  nameError: string | null
  isSaved: boolean
}

export function renderActivity(context: PortalContext, { requests, votes, follows, comments }: OwnActivity): Html {
  const { base, workspace } = context
  const showsRequests = workspace.sections.requests
  return html`${showsRequests ? part('requests', accountMessages.requests, requests.length, requests.length === 0 ? html`<p class="quiet">${accountMessages.noRequests} <a href="${base}/requests/new">${accountMessages.newRequest}</a></p>` : requestList(context, requests)) : null}
${showsRequests ? part('votes', accountMessages.votes, votes.length, votes.length === 0 ? html`<p class="quiet">${accountMessages.noVotes}</p>` : requestList(context, votes)) : null}
${showsRequests && follows.length > 0 ? part('follows', accountMessages.follows, follows.length, requestList(context, follows)) : null}
${part('comments', accountMessages.comments, comments.length, comments.length === 0 ? html`<p class="quiet">${accountMessages.noComments}</p>` : commentList(context, comments))}`
}

export const renderProfile = (context: PortalContext, data: ProfileTabData): Html =>
  html`${data.isSaved ? html`<p class="done" role="status">${accountMessages.saved}</p>` : null}
<div class="mine">${settingsForm(context, data)}</div>`

export const renderData = (context: PortalContext, viewer: Viewer): Html =>
  html`${part('account', accountMessages.account, 0, accountPart(context, viewer))}
${part(
  'data',
  accountMessages.data,
  0,
  html`<p class="quiet">${accountMessages.dataText}</p>
<p class="actions"><a class="button" href="${context.base}/me/data.json" download>${accountMessages.download}</a><a class="button" href="${context.base}/me/delete">${accountMessages.remove}</a></p>`,
)}`

const part = (id: string, title: string, shown: number, body: Html): Html =>
  html`<section class="mine" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
${shown === ownActivityLimit ? html`<p class="help">${accountMessages.latest({ count: ownActivityLimit })}</p>` : null}
</section>
`

const requestList = ({ base, workspace }: PortalContext, requests: OwnRequest[]): Html =>
  listOf(
    requests.map(
      ({ id, title, stage, at }) =>
        html`<li><a href="${base}/requests/${id}" dir="auto">${title}</a><span class="facts">${stageBadge(workspace, stage)}${timeElement(at, workspace.timeZone)}</span></li>
`,
    ),
  )

const commentList = ({ base, workspace }: PortalContext, comments: OwnComment[]): Html =>
  listOf(
    comments.map(
      ({ body, at, on, isWaiting }) =>
        html`<li><a href="${base}/${on.kind === 'request' ? 'requests' : 'changelog'}/${on.id}" dir="auto">${on.title}</a><span class="facts"><span class="mine-words" dir="auto">${excerptOf(body, 80)}</span>${isWaiting ? html`<span class="team">${commentMessages.waiting}</span>` : null}${timeElement(at, workspace.timeZone)}</span></li>
`,
    ),
  )

// Further items are collapsed, so that votes do not fill the page.
const maxOpenItems = 5

const listOf = (rows: Html[]): Html =>
  html`<ul class="mine-list">
${rows.slice(0, maxOpenItems)}</ul>
${
  rows.length <= maxOpenItems
    ? null
    : html`<details class="mine-more"><summary>${accountMessages.more({ count: rows.length - maxOpenItems })}</summary>
<ul class="mine-list">
${rows.slice(maxOpenItems)}</ul></details>`
}`

const settingsForm = (context: PortalContext, { viewer, name, nameError, mail }: ProfileTabData): Html =>
  html`<form method="post" action="${context.base}/me/profile" class="form" novalidate>
<div class="field">
<label for="name">${accountMessages.name}</label>
<input id="name" name="name" autocomplete="name" dir="auto" value="${name}" aria-describedby="${nameError === null ? 'name-help' : 'name-fault name-help'}"${nameError === null ? null : html` aria-invalid="true" autofocus`}>
${nameError && html`<p class="fault" id="name-fault">${nameError}</p>`}
<p class="help" id="name-help">${accountMessages.nameHelp}</p>
</div>
${hasPrivateName(viewer) ? check('public', false, accountMessages.publicName) : null}
${mail.address === null ? html`<p class="help">${accountMessages.noAddress}</p>` : mailFields(context, mail, mail.address)}
<div class="actions"><button class="button primary">${accountMessages.save}</button></div>
</form>`

/** Whether the product or the team named the customer, so that the portal does not show the name yet. */
const hasPrivateName = ({ name, publicName }: Viewer): boolean => name !== null && publicName === null

const kinds = ['changelog', 'replies', 'stages'] as const satisfies NotificationKind[]

const mailFields = (
  { workspace }: PortalContext,
  { preferences, isOptedOut, isBounced }: CustomerPreferences,
  address: string,
): Html =>
  html`<fieldset class="choices field">
<legend>${accountMessages.mail}</legend>
<input type="hidden" name="mail" value="shown">
${isBounced ? check('retry', false, { label: accountMessages.resume, help: accountMessages.bounced({ address }) }) : null}
${kinds.map((kind) => check(kind, preferences[kind], mailKindTexts(kind, workspace.name)))}
${check('off', isOptedOut, optOutTexts)}
<p class="help">${accountMessages.mailTo({ address })}</p>
</fieldset>`

/** Returns the texts of the checkbox of a kind. Consents store the same words. */
export function mailKindTexts(kind: NotificationKind, workspace: string): { label: string; help: string } {
  const { changelog, replies, stages } = accountMessages.kinds
  return { changelog: { label: changelog.label, help: changelog.help({ workspace }) }, replies, stages }[kind]
}

export const optOutTexts = { label: accountMessages.optOut, help: accountMessages.optOutHelp }

const check = (name: string, isOn: boolean, { label, help }: { label: string; help: string }): Html =>
  html`<div class="check"><input type="checkbox" id="${name}" name="${name}" value="on"${isOn ? html` checked` : null} aria-describedby="${name}-help">
<div><label for="${name}">${label}</label><p class="help" id="${name}-help">${help}</p></div></div>
`

function accountPart({ base }: PortalContext, { email, name }: Viewer): Html {
  const identity = email ?? name
  return html`<p class="quiet">${identity === null ? accountMessages.signedIn : accountMessages.signedInAs({ name: identity })}</p>
<div class="actions">
<form method="post" action="${base}/sign-out"><button class="button">${commonMessages.signOut}</button></form>
<form method="post" action="${base}/me/sign-out-everywhere"><button class="button">${accountMessages.signOutEverywhere}</button></form>
</div>`
}
