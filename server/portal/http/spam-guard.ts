import { type Html, html } from '../../platform/formats/html.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import type { Visit } from './context.ts'
import { words } from '../messages/common.ts'

// Nobody reads a form and writes a sentence in less; programs do.
const quickestMs = 2_000
const hourMs = 3_600_000
// A page that was left open over night.
const latestMs = 24 * hourMs

const trapName = 'website'
const madeName = 'made'

/** What speaks against a form having been filled in by somebody who has just read it. */
export type Doubt = 'trap' | 'quick' | 'outdated'

/** When the form is made: signed, so that a program cannot say so by itself. @param at ISO 8601 */
export function formSeal(forms: Signer, workspaceId: string, at: string): string {
  const ms = Date.parse(at).toString(36)
  return `${ms}.${forms.sign(`${workspaceId} ${ms}`).toString('base64url')}`
}

/**
 * The seal of a form on a page that is the same for all who are not signed in: of the hour, so that the page stays what it
 * is. It tells an old form, and not one that is sent too quickly: whoever sends it has to sign in first.
 */
export function sharedSeal({ portal, workspace, scope }: Visit): string {
  const readable = Date.parse(scope.now) - quickestMs
  return formSeal(portal.forms, workspace.id, new Date(readable - (readable % hourMs)).toISOString())
}

/**
 * Fields for programs to give themselves away by. @param seal of the form that is shown once more, which is as old as it
 * was; null for a new one
 * @param formId of the form that they belong to, where they do not stand in it
 */
export function guardFields(visit: Visit, seal: string | null, formId: string | null = null): Html {
  const { portal, workspace, scope } = visit
  const made = seal ?? formSeal(portal.forms, workspace.id, scope.now)
  const owner = formId && html` form="${formId}"`
  return html`<input type="hidden" name="${madeName}" value="${made}"${owner}>
<div class="trap" aria-hidden="true"><label>${words.trap}<input name="${trapName}" tabindex="-1" autocomplete="off"${owner}></label></div>`
}

/** The seal that came with a form, if it is good for another try. */
export function sealOf(visit: Visit, form: FormData): string | null {
  const doubt = doubtOf(visit, form)
  return doubt === 'outdated' ? null : String(form.get(madeName))
}

/** What is to be thought of a form; null for nothing. */
export function doubtOf({ portal, workspace, scope }: Visit, form: FormData): Doubt | null {
  if (form.get(trapName)) return 'trap'
  const [ms = '', signature = ''] = String(form.get(madeName) ?? '').split('.')
  if (!portal.forms.isSignature(Buffer.from(signature, 'base64url'), `${workspace.id} ${ms}`)) return 'outdated'
  const ageMs = Date.parse(scope.now) - Number.parseInt(ms, 36)
  if (ageMs > latestMs) return 'outdated'
  return ageMs < quickestMs ? 'quick' : null
}
