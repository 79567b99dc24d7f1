import type { Signer } from '../../platform/crypto/secret-key.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import { commonMessages } from '../messages/common.ts'
import type { PortalContext } from './context.ts'

// Nobody reads a form and writes a sentence in less; programs do.
const minFillMs = 2_000
const hourMs = 3_600_000
// A page that was left open over night.
const maxFormAgeMs = 24 * hourMs

const honeypotName = 'website'
const formTokenName = 'made'

/** What speaks against a form having been filled in by somebody who has just read it. */
export type SpamSignal = 'trap' | 'quick' | 'outdated'

/** When the form is made: signed, so that a program cannot say so by itself. @param at ISO 8601 */
export function createFormToken(forms: Signer, workspaceId: string, at: string): string {
  const ms = Date.parse(at).toString(36)
  return `${ms}.${forms.sign(`${workspaceId} ${ms}`).toString('base64url')}`
}

/**
 * The seal of a form on a page that is the same for all who are not signed in: of the hour, so that the page stays what it
 * is. It tells an old form, and not one that is sent too quickly: whoever sends it has to sign in first.
 */
export function createSharedFormToken({ services: portal, workspace, scope }: PortalContext): string {
  const readable = Date.parse(scope.now) - minFillMs
  return createFormToken(portal.formSigner, workspace.id, new Date(readable - (readable % hourMs)).toISOString())
}

/**
 * Fields for programs to give themselves away by. @param seal of the form that is shown once more, which is as old as it
 * was; null for a new one
 * @param formId of the form that they belong to, where they do not stand in it
 */
export function spamGuardFields(visit: PortalContext, seal: string | null, formId: string | null = null): Html {
  const { services: portal, workspace, scope } = visit
  const made = seal ?? createFormToken(portal.formSigner, workspace.id, scope.now)
  const owner = formId && html` form="${formId}"`
  return html`<input type="hidden" name="${formTokenName}" value="${made}"${owner}>
<div class="trap" aria-hidden="true"><label>${commonMessages.trap}<input name="${honeypotName}" tabindex="-1" autocomplete="off"${owner}></label></div>`
}

/** The seal that came with a form, if it is good for another try. */
export function reusableFormToken(visit: PortalContext, form: FormData): string | null {
  const doubt = detectSpam(visit, form)
  return doubt === 'outdated' ? null : String(form.get(formTokenName))
}

/** What is to be thought of a form; null for nothing. */
export function detectSpam({ services: portal, workspace, scope }: PortalContext, form: FormData): SpamSignal | null {
  if (form.get(honeypotName)) return 'trap'
  const [ms = '', signature = ''] = String(form.get(formTokenName) ?? '').split('.')
  if (!portal.formSigner.isSignature(Buffer.from(signature, 'base64url'), `${workspace.id} ${ms}`)) return 'outdated'
  const ageMs = Date.parse(scope.now) - Number.parseInt(ms, 36)
  if (ageMs > maxFormAgeMs) return 'outdated'
  return ageMs < minFillMs ? 'quick' : null
}
