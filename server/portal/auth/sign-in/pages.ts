import { type Html, html } from '../../../platform/formats/html.ts'
import { deedOf, type SealedAct } from '../pending-action.ts'
import { type PortalPage, page } from '../../http/response.ts'
import type { Visit } from '../../http/context.ts'
import { words } from '../../messages/sign-in.ts'

/** What is carried from page to page while somebody signs in. */
export interface Entering {
  email: string
  /** Where to go on, below the base. */
  next: string
  /** What to do then. */
  act: SealedAct | null
}

/** Asks for the address that a code is sent to. @param fault what is wrong with the one that was typed */
export function addressPage(visit: Visit, entering: Entering, fault: string | null = null): PortalPage {
  const { workspace, base } = visit
  const title = words.title(workspace.name)
  return entryPage({
    title,
    isFaulty: fault !== null,
    body: html`${leadOf(visit, entering.act)}
<form method="post" action="${base}/sign-in" class="form" novalidate>
${carried({ ...entering, email: '' })}
<div class="field">
<label for="email">${words.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus value="${entering.email}"${faultAttributes(fault)}>
${faultText(fault)}
</div>
<button class="button primary">${words.sendCode}</button>
</form>`,
  })
}

/** Asks for the code that was sent. */
export function codePage(visit: Visit, entering: Entering, fault: string | null = null): PortalPage {
  const { workspace, base } = visit
  return entryPage({
    title: words.codeTitle,
    isFaulty: fault !== null,
    body: html`<p class="enter-lead">${workspace.access === 'private' ? words.sentIfKnown : words.sent} <strong dir="auto">${entering.email}</strong>. ${words.goodFor}</p>
<form method="post" action="${base}/sign-in/code" class="form" novalidate>
${carried(entering)}
<div class="field">
<label for="code">${words.code}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus${faultAttributes(fault)}>
${faultText(fault)}
</div>
<button class="button primary">${words.signIn}</button>
</form>
<form method="post" action="${base}/sign-in" class="actions">
${carried(entering)}
<button class="button quiet">${words.sendAnother}</button>
<button class="button quiet" name="change" value="address">${words.otherAddress}</button>
</form>`,
  })
}

/** Somebody is signed in, and what they were about to do is still to be done. @param why it was not done */
export function actPage(visit: Visit, { next, act }: Entering, why: string | null = null): PortalPage {
  const { viewer, base } = visit
  return entryPage({
    title: why === null ? words.oneStep : words.undone,
    isFaulty: false,
    body: html`<p class="enter-lead">${why ?? words.goOnAs(viewer?.name ?? viewer?.email ?? null, deedOf(act!.act))}</p>
<form method="post" action="${base}/sign-in/act" class="actions">
${carried({ email: '', next, act })}
<button class="button primary">${why === null ? words.goOn : words.tryAgain}</button>
<a class="button" href="${base}${next}">${words.leave}</a>
</form>`,
  })
}

const entryPage = ({ title, isFaulty, body }: { title: string; isFaulty: boolean; body: Html }): PortalPage =>
  page({
    status: isFaulty ? 400 : 200,
    title: isFaulty ? words.faulty(title) : title,
    body: html`<section class="enter" aria-labelledby="entry"><h1 id="entry">${title}</h1>
${body}
</section>`,
  })

function leadOf({ workspace }: Visit, act: SealedAct | null): Html {
  const reason = act
    ? words.purpose(deedOf(act.act))
    : workspace.access === 'private'
      ? words.privateLead(workspace.name)
      : null
  return html`<p class="enter-lead">${reason && html`${reason} `}${words.lead}</p>`
}

const carried = ({ email, next, act }: Entering): Html =>
  html`<input type="hidden" name="next" value="${next}">
${act && html`<input type="hidden" name="then" value="${act.sealed}">`}
${email === '' ? null : html`<input type="hidden" name="email" value="${email}">`}`

const faultAttributes = (fault: string | null): Html | null =>
  fault === null ? null : html` aria-invalid="true" aria-describedby="fault"`

const faultText = (fault: string | null): Html | null =>
  fault === null ? null : html`<p class="fault" id="fault">${fault}</p>`
