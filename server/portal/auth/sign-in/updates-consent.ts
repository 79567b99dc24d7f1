import type { ConsentEvidence } from '../../../notifications/consents/record.ts'
import { type Html, html } from '../../../platform/formats/html.ts'
import { portalEvidence } from '../../http/consent-evidence.ts'
import type { PortalContext } from '../../http/context.ts'
import { signInMessages } from '../../messages/sign-in.ts'

/** Returns the label of the box for announcements; null if there is no box. Consents store the same words. */
function updatesTexts({ workspace }: PortalContext): { label: string; help: string } | null {
  if (!workspace.sections.changelog) return null
  const { label, help } = signInMessages.updates
  return { label: label({ workspace: workspace.name }), help }
}

/** Renders the box for announcements, which only the customer ticks, and says which mail is sent without it. */
export function updatesField(context: PortalContext, isTicked: boolean): Html {
  const texts = updatesTexts(context)
  return html`${
    texts &&
    html`<div class="check"><input type="checkbox" id="updates" name="updates" value="on"${isTicked ? html` checked` : null} aria-describedby="updates-help">
<div><label for="updates">${texts.label}</label><p class="help" id="updates-help">${texts.help}</p></div></div>
`
  }<p class="help">${signInMessages.ownRequests}</p>`
}

/** Returns the evidence of a customer who ticked the box; null if the page had none. */
export function updatesEvidence(context: PortalContext): ConsentEvidence | null {
  const texts = updatesTexts(context)
  return texts && portalEvidence(context, 'sign-in', `${texts.label}\n${texts.help}`)
}
