import { codeMinutes } from '../../../platform/crypto/one-time-code.ts'
import { type Html, html } from '../../../platform/formats/html.ts'
import type { PortalContext, PortalWorkspace } from '../../http/context.ts'
import { type PageResponse, pageResponse } from '../../http/response.ts'
import { signInMessages } from '../../messages/sign-in.ts'
import { legalNotice } from '../../views/legal.ts'
import { type SignedAction, titleOfAction, writtenText } from '../pending-action.ts'
import { type CodeDelivery, codeDelivery } from './code-delivery.ts'
import { updatesField } from './updates-consent.ts'

/** The values that the sign-in pages pass on to one another. */
export interface SignInForm {
  email: string
  /** Where to continue, below the base. */
  next: string
  /** What to do after sign-in. */
  action: SignedAction | null
  /** Whether the box for announcements is ticked. */
  wantsUpdates?: boolean
}

/**
 * Asks for the address to send a code to, or says that no code can be sent.
 * @param error why the typed address was rejected
 */
export function emailPage(context: PortalContext, form: SignInForm, error: string | null = null): PageResponse {
  const { workspace, base } = context
  const title = signInMessages.title({ workspace: workspace.name })
  const intro = introFor(context, form.action)
  if (codeDelivery(context) === 'none')
    return authPage({ title, isInvalid: false, body: html`${intro}${unsentText(context, form)}` })
  return authPage({
    title,
    isInvalid: error !== null,
    body: html`${intro}
<form method="post" action="${base}/sign-in" class="form" novalidate>
${hiddenFields({ ...form, email: '' })}
<div class="field">
<label for="email">${signInMessages.email}</label>
<input id="email" name="email" type="email" autocomplete="email" maxlength="254" required autofocus value="${form.email}"${errorAttributes(error)}>
${errorText(error)}
</div>
<button class="button primary">${signInMessages.sendCode}</button>
${legalNotice(workspace)}
</form>`,
  })
}

/**
 * Shows the text that the visitor wrote, because they cannot sign in to send it. Without JavaScript, the browser does
 * not keep it.
 */
function unsentText({ base }: PortalContext, { next, action }: SignInForm): Html | null {
  const written = action && writtenText(action.action)
  if (!written) return null
  const back = action.action.kind === 'request' ? '/requests/new' : next
  return html`<div class="form">
<div class="field">
<label for="unsent">${signInMessages.yourText}</label>
<textarea id="unsent" rows="6" readonly dir="auto" aria-describedby="unsent-help">${`\n${written}`}</textarea>
<p class="help" id="unsent-help">${signInMessages.notSent}</p>
</div>
<div class="actions"><a class="button" href="${base}${back}">${signInMessages.backToForm}</a></div>
</div>`
}

/** Asks for the code that was sent. */
export function codePage(context: PortalContext, form: SignInForm, error: string | null = null): PageResponse {
  const { workspace, base } = context
  const { email } = form
  const isMailed = codeDelivery(context) === 'mail'
  const sentTo = workspace.access === 'private' ? signInMessages.sentIfKnown : signInMessages.sent
  const sent = isMailed ? sentTo : signInMessages.inOutbox
  return authPage({
    title: signInMessages.codeTitle,
    isInvalid: error !== null,
    body: html`<p class="enter-lead">${emphasize(sent({ email }), email)} ${signInMessages.validity({ minutes: codeMinutes })}${isMailed ? ` ${signInMessages.spam}` : null}</p>
<form method="post" action="${base}/sign-in/code" class="form" novalidate>
${hiddenFields(form)}
<div class="field">
<label for="code">${signInMessages.code}</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required autofocus${errorAttributes(error)}>
${errorText(error)}
</div>
${updatesField(context, form.wantsUpdates ?? false)}
<button class="button primary">${signInMessages.signIn}</button>
${legalNotice(workspace)}
</form>
<form method="post" action="${base}/sign-in" class="actions">
${hiddenFields(form)}
<button class="button quiet">${signInMessages.sendAnother}</button>
<button class="button quiet" name="change" value="address">${signInMessages.otherAddress}</button>
</form>`,
  })
}

/** Renders a sentence with the value that it contains in bold. */
function emphasize(sentence: string, value: string): Html {
  const at = sentence.indexOf(value)
  return html`${sentence.slice(0, at)}<strong dir="auto">${value}</strong>${sentence.slice(at + value.length)}`
}

/**
 * Asks a customer who is signed in to confirm or retry an action.
 * @param error why the action failed, if it was tried
 */
export function confirmActionPage(
  context: PortalContext,
  { next, action }: SignInForm & { action: SignedAction },
  error: string | null = null,
): PageResponse {
  const { base } = context
  return authPage({
    title: error === null ? signInMessages.oneMoreStep : signInMessages.notDone,
    isInvalid: false,
    body: html`<p class="enter-lead">${error ?? confirmationFor(context, action)}</p>
<form method="post" action="${base}/sign-in/action" class="actions">
${hiddenFields({ email: '', next, action })}
<button class="button primary">${error === null ? signInMessages.continue : signInMessages.tryAgain}</button>
<a class="button" href="${base}${next}">${signInMessages.skip}</a>
</form>`,
  })
}

function confirmationFor({ viewer }: PortalContext, { action }: SignedAction): Html {
  const name = viewer?.name ?? viewer?.email
  const signedIn = name ? signInMessages.signedInAs({ name }) : signInMessages.signedIn
  return html`${signedIn} ${signInMessages.confirmation({ action: action.kind, title: titleOfAction(action) })}`
}

const authPage = ({ title, isInvalid, body }: { title: string; isInvalid: boolean; body: Html }): PageResponse =>
  pageResponse({
    status: isInvalid ? 400 : 200,
    title: isInvalid ? signInMessages.errorTitle({ title }) : title,
    body: html`<section class="enter" aria-labelledby="entry"><h1 id="entry">${title}</h1>
${body}
</section>`,
  })

function introFor(context: PortalContext, signed: SignedAction | null): Html {
  const { workspace } = context
  const reason = signed
    ? signInMessages.purpose({ action: signed.action.kind, title: titleOfAction(signed.action) })
    : workspace.access === 'private'
      ? signInMessages.privateLead({ workspace: workspace.name })
      : null
  return html`<p class="enter-lead">${reason && html`${reason} `}${leads[codeDelivery(context)](workspace)}</p>`
}

const leads: Record<CodeDelivery, (workspace: PortalWorkspace) => string> = {
  mail: () => signInMessages.lead,
  outbox: () => signInMessages.outboxLead,
  none: ({ name }) => signInMessages.noCodes({ workspace: name }),
}

const hiddenFields = ({ email, next, action }: SignInForm): Html =>
  html`<input type="hidden" name="next" value="${next}">
${action && html`<input type="hidden" name="then" value="${action.signed}">`}
${email === '' ? null : html`<input type="hidden" name="email" value="${email}">`}`

const errorAttributes = (error: string | null): Html | null =>
  error === null ? null : html` aria-invalid="true" aria-describedby="fault"`

const errorText = (error: string | null): Html | null =>
  error === null ? null : html`<p class="fault" id="fault">${error}</p>`
