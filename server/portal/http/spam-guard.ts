import type { Signer } from '../../platform/crypto/secret-key.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { commonMessages } from '../messages/common.ts'
import type { PortalContext } from './context.ts'
import { proofField } from './participate.ts'

// No person can read a form and write a sentence faster than this, but bots can.
const minFillMs = 2_000
const hourMs = 3_600_000
// Covers a page left open overnight.
const maxFormAgeMs = 24 * hourMs

const honeypotName = 'website'
const formTokenName = 'form_token'

/** Why a form looks automated: the honeypot is filled, or the form was sent too fast or too late. */
export type SpamSignal = 'honeypot' | 'too_fast' | 'expired'

/** Signs the time at which a form is rendered, so that a bot cannot make one up. @param at ISO 8601 */
export function createFormToken(signer: Signer, workspaceId: string, at: string): string {
  const ms = Date.parse(at).toString(36)
  return `${ms}.${signer.sign(`${workspaceId} ${ms}`).toString('base64url')}`
}

/**
 * Returns the token of forms on pages that are the same for all signed-out visitors. It is rounded to the hour, so that
 * the page stays cacheable. It detects old forms but not fast ones: the sender has to sign in first.
 */
export function createSharedFormToken({ deps, workspace, scope }: PortalContext): string {
  const readable = Date.parse(scope.now) - minFillMs
  return createFormToken(deps.formSigner, workspace.id, new Date(readable - (readable % hourMs)).toISOString())
}

/**
 * Renders the form token and the honeypot.
 * @param token of a form that is shown again, so that it keeps its age; null for a new form
 * @param formId of the form that the fields belong to when they are outside of it
 */
export function spamGuardFields(context: PortalContext, token: string | null, formId: string | null = null): Html {
  const { deps, workspace, scope } = context
  const formToken = token ?? createFormToken(deps.formSigner, workspace.id, scope.now)
  const owner = formId && html` form="${formId}"`
  return html`<input type="hidden" name="${formTokenName}" value="${formToken}"${owner}>
<div class="trap" aria-hidden="true"><label>${commonMessages.honeypot}<input name="${honeypotName}" tabindex="-1" autocomplete="off"${owner}></label></div>`
}

/** Returns the proof of work that the page's script has added to a form. */
export function proofOf(form: FormData): string | null {
  const proof = form.get(proofField)
  return typeof proof === 'string' ? proof : null
}

/** Returns the token of a submitted form if it can be used for another try. */
export function reusableFormToken(context: PortalContext, form: FormData): string | null {
  return detectSpam(context, form) === 'expired' ? null : String(form.get(formTokenName))
}

/**
 * Returns why a submitted form looks automated; null if it does not. Customers who are signed in may be fast: they paste
 * text, and their limits bound what they send.
 */
export function detectSpam({ deps, workspace, scope, viewer }: PortalContext, form: FormData): SpamSignal | null {
  if (form.get(honeypotName)) return 'honeypot'
  const [ms = '', signature = ''] = String(form.get(formTokenName) ?? '').split('.')
  if (!deps.formSigner.isSignature(Buffer.from(signature, 'base64url'), `${workspace.id} ${ms}`)) return 'expired'
  const ageMs = Date.parse(scope.now) - Number.parseInt(ms, 36)
  // The clocks of two processes may differ a little.
  if (ageMs > maxFormAgeMs || ageMs < -minFillMs) return 'expired'
  return viewer === null && ageMs < minFillMs ? 'too_fast' : null
}
