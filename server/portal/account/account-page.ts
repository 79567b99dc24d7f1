import type { MailChoice } from '../../notifications/preferences/preferences.ts'
import type { MailKind } from '../../notifications/preferences/unsubscribe-token.ts'
import { latestAtMost, type OwnActivity, type OwnComment, type OwnRequest } from '../../customers/self/activity.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { dateOf } from '../views/dates.ts'
import { excerptOf, stageBadge } from '../requests/components.ts'
import type { Viewer, Visit } from '../http/context.ts'
import { words as frame } from '../messages/common.ts'
import { words } from '../messages/account.ts'

export interface MeData {
  viewer: Viewer
  activity: OwnActivity
  mail: MailChoice
  /** As it stands in its field. */
  name: string
  nameFault: string | null
  isSaved: boolean
}

export function meBody(visit: Visit, me: MeData): Html {
  const { activity } = me
  const { requests, votes, comments } = activity
  const { base, workspace } = visit
  const isAsking = workspace.sections.requests
  return html`<header class="mine-head"><h1>${words.title}</h1>
<nav class="actions" aria-label="${words.parts}"><a class="button" href="#settings">${words.settings}</a><a class="button" href="#data">${words.data}</a></nav></header>
${me.isSaved ? html`<p class="done" role="status">${words.saved}</p>` : null}
${isAsking ? part('requests', words.requests, requests.length, requests.length === 0 ? html`<p class="quiet">${words.noRequests} <a href="${base}/requests/new">${words.ask}</a></p>` : requestList(visit, requests)) : null}
${isAsking ? part('votes', words.votes, votes.length, votes.length === 0 ? html`<p class="quiet">${words.noVotes}</p>` : requestList(visit, votes)) : null}
${part('comments', words.comments, comments.length, comments.length === 0 ? html`<p class="quiet">${words.noComments}</p>` : commentList(visit, comments))}
${part('settings', words.settings, 0, settingsForm(visit, me))}
${part('account', words.account, 0, accountPart(visit, me.viewer))}
${part(
  'data',
  words.data,
  0,
  html`<p class="quiet">${words.dataText}</p>
<p class="actions"><a class="button" href="${base}/me/data.json" download>${words.download}</a><a class="button" href="${base}/me/delete">${words.remove}</a></p>`,
)}`
}

const part = (id: string, title: string, shown: number, body: Html): Html =>
  html`<section class="mine" aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${body}
${shown === latestAtMost ? html`<p class="help">${words.latest}</p>` : null}
</section>
`

const requestList = ({ base, workspace }: Visit, requests: OwnRequest[]): Html =>
  listOf(
    requests.map(
      ({ id, title, stage, at }) =>
        html`<li><a href="${base}/requests/${id}" dir="auto">${title}</a><span class="facts">${stageBadge(stage)}${dateOf(at, workspace.timeZone)}</span></li>
`,
    ),
  )

const commentList = ({ base, workspace }: Visit, comments: OwnComment[]): Html =>
  listOf(
    comments.map(
      ({ body, at, on }) =>
        html`<li><a href="${base}/${on.kind === 'request' ? 'requests' : 'changelog'}/${on.id}" dir="auto">${on.title}</a><span class="facts"><span class="mine-words" dir="auto">${excerptOf(body, 80)}</span>${dateOf(at, workspace.timeZone)}</span></li>
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
    : html`<details class="mine-more"><summary>${words.more(rows.length - openAtMost)}</summary>
<ul class="mine-list">
${rows.slice(openAtMost)}</ul></details>`
}`

const settingsForm = (visit: Visit, { name, nameFault, mail }: MeData): Html =>
  html`<form method="post" action="${visit.base}/me" class="form" novalidate>
<div class="field">
<label for="name">${words.name}</label>
<input id="name" name="name" autocomplete="name" dir="auto" value="${name}" aria-describedby="${nameFault === null ? 'name-help' : 'name-fault name-help'}"${nameFault === null ? null : html` aria-invalid="true" autofocus`}>
${nameFault && html`<p class="fault" id="name-fault">${nameFault}</p>`}
<p class="help" id="name-help">${words.nameHelp}</p>
</div>
${mail.address === null ? html`<p class="help">${words.noAddress}</p>` : mailFields(visit, mail, mail.address)}
<div class="actions"><button class="button primary">${words.save}</button></div>
</form>`

const kinds = ['changelog', 'replies', 'stages'] as const satisfies MailKind[]

const mailFields = ({ workspace }: Visit, { hearing, isOff, isRefused }: MailChoice, address: string): Html =>
  html`<fieldset class="mail-kinds field">
<legend>${words.mail}</legend>
<input type="hidden" name="mail" value="shown">
${isRefused ? check('retry', false, { label: words.retry, help: words.refused(address) }) : null}
${kinds.map((kind) => check(kind, hearing[kind], words.kinds[kind](workspace.name)))}
${check('off', isOff, { label: words.off, help: words.offHelp })}
<p class="help">${words.mailTo(address)}</p>
</fieldset>`

const check = (name: string, isOn: boolean, { label, help }: { label: string; help: string }): Html =>
  html`<div class="check"><input type="checkbox" id="${name}" name="${name}" value="on"${isOn ? html` checked` : null} aria-describedby="${name}-help">
<div><label for="${name}">${label}</label><p class="help" id="${name}-help">${help}</p></div></div>
`

function accountPart({ base }: Visit, { email, name }: Viewer): Html {
  const who = email ?? name
  return html`<p class="quiet">${who === null ? words.signedIn : words.signedInAs(who)}</p>
<div class="actions">
<form method="post" action="${base}/sign-out"><button class="button">${frame.signOut}</button></form>
<form method="post" action="${base}/me/sign-out-everywhere"><button class="button">${words.everywhere}</button></form>
</div>`
}
