import { type Html, html } from '../../platform/formats/html.ts'
import { legalLinks } from '../../platform/legal-links.ts'
import type { PortalWorkspace } from '../http/context.ts'
import { commonMessages } from '../messages/common.ts'

const { legal: messages } = commonMessages

/** Renders the links to the workspace’s legal pages; null if none is set. */
export function legalNavigation({ legal }: PortalWorkspace): Html | null {
  const links = legalLinks(legal)
  if (links.length === 0) return null
  return html`<nav class="legal" aria-label="${messages.navigation}">${links.map(
    ({ label, url }) => html`<a href="${url}" rel="noopener">${label}</a>
`,
  )}</nav>`
}

// A private-use character, which marks where the message places its link.
const mark = '\uE000'

/** Renders the note about the workspace’s terms and privacy policy at sign-in; null if neither is set. */
export function legalNotice({ legal: { termsUrl, privacyUrl } }: PortalWorkspace): Html | null {
  if (termsUrl === null && privacyUrl === null) return null
  return html`<p class="help">${termsUrl && withLink(messages.terms({ terms: mark }), termsUrl, messages.termsName)} ${
    privacyUrl && withLink(messages.privacy({ privacy: mark }), privacyUrl, messages.privacyName)
  }</p>`
}

function withLink(sentence: string, url: string, label: string): Html {
  const [before = '', after = ''] = sentence.split(mark)
  return html`${before}<a href="${url}" rel="noopener">${label}</a>${after}`
}
