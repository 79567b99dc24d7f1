import { type Html, html } from '../../../platform/formats/html.ts'
import type { PortalContext } from '../../http/context.ts'
import { type PageResponse, pageResponse } from '../../http/response.ts'
import { signInMessages } from '../../messages/sign-in.ts'
import { describeAction, type SignedAction } from '../pending-action.ts'

/** What is carried from page to page while somebody signs in. */
export interface SignInForm {
  email: string
  /** Where to go on, below the base. */
  next: string
  /** What to do then. */
  action: SignedAction | null
}

/** Asks for the address that a code is sent to. @param fault what is wrong with the one that was typed */
export function emailPage(visit: PortalContext, entering: SignInForm, fault: string | null = null): PageResponse {
  const { workspace, base } = visit
  const title = signInMessages.title(workspace.name)
  return authPage({
    title,
    isFaulty: fault !== null,
    body: html`${introFor(visit, entering.action)}
<form method="post" action="${base}/sign-in" class="form" novalidate>
${hiddenFields({ ...entering, email: '' })}
<div class="field">
<label for="email">${signInMessages.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus value="${entering.email}"${faultAttributes(fault)}>
${faultText(fault)}
</div>
<button class="button primary">${signInMessages.sendCode}</button>
</form>`,
  })
}

/** Asks for the code that was sent. */
export function codePage(visit: PortalContext, entering: SignInForm, fault: string | null = null): PageResponse {
  const { workspace, base } = visit
  return authPage({
    title: signInMessages.codeTitle,
    isFaulty: fault !== null,
    body: html`<p class="enter-lead">${workspace.access === 'private' ? signInMessages.sentIfKnown : signInMessages.sent} <strong dir="auto">${entering.email}</strong>. ${signInMessages.goodFor}</p>
<form method="post" action="${base}/sign-in/code" class="form" novalidate>
${hiddenFields(entering)}
<div class="field">
<label for="code">${signInMessages.code}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus${faultAttributes(fault)}>
${faultText(fault)}
</div>
<button class="button primary">${signInMessages.signIn}</button>
</form>
<form method="post" action="${base}/sign-in" class="actions">
${hiddenFields(entering)}
<button class="button quiet">${signInMessages.sendAnother}</button>
<button class="button quiet" name="change" value="address">${signInMessages.otherAddress}</button>
</form>`,
  })
}

/** Somebody is signed in, and what they were about to do is still to be done. @param why it was not done */
export function confirmActionPage(
  visit: PortalContext,
  { next, action: act }: SignInForm,
  why: string | null = null,
): PageResponse {
  const { viewer, base } = visit
  return authPage({
    title: why === null ? signInMessages.oneStep : signInMessages.undone,
    isFaulty: false,
    body: html`<p class="enter-lead">${why ?? signInMessages.goOnAs(viewer?.name ?? viewer?.email ?? null, describeAction(act!.action))}</p>
<form method="post" action="${base}/sign-in/act" class="actions">
${hiddenFields({ email: '', next, action: act })}
<button class="button primary">${why === null ? signInMessages.goOn : signInMessages.tryAgain}</button>
<a class="button" href="${base}${next}">${signInMessages.leave}</a>
</form>`,
  })
}

const authPage = ({ title, isFaulty, body }: { title: string; isFaulty: boolean; body: Html }): PageResponse =>
  pageResponse({
    status: isFaulty ? 400 : 200,
    title: isFaulty ? signInMessages.faulty(title) : title,
    body: html`<section class="enter" aria-labelledby="entry"><h1 id="entry">${title}</h1>
${body}
</section>`,
  })

function introFor({ workspace }: PortalContext, act: SignedAction | null): Html {
  const reason = act
    ? signInMessages.purpose(describeAction(act.action))
    : workspace.access === 'private'
      ? signInMessages.privateLead(workspace.name)
      : null
  return html`<p class="enter-lead">${reason && html`${reason} `}${signInMessages.lead}</p>`
}

const hiddenFields = ({ email, next, action: act }: SignInForm): Html =>
  html`<input type="hidden" name="next" value="${next}">
${act && html`<input type="hidden" name="then" value="${act.signed}">`}
${email === '' ? null : html`<input type="hidden" name="email" value="${email}">`}`

const faultAttributes = (fault: string | null): Html | null =>
  fault === null ? null : html` aria-invalid="true" aria-describedby="fault"`

const faultText = (fault: string | null): Html | null =>
  fault === null ? null : html`<p class="fault" id="fault">${fault}</p>`
