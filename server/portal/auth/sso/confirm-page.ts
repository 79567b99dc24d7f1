import { html } from '../../../platform/formats/html.ts'
import type { PortalContext } from '../../http/context.ts'
import { type PortalResponse, pageResponse } from '../../http/response.ts'
import { signInMessages } from '../../messages/sign-in.ts'
import type { SsoClaims } from './token.ts'

interface IdentityForm {
  claims: SsoClaims
  token: string
  /** Where to continue, below the base. */
  next: string
}

/** Asks a visitor whether they are the customer that a form from an unlisted site, or of another customer, names. */
export function confirmIdentityPage(context: PortalContext, { claims, token, next }: IdentityForm): PortalResponse {
  const { base, workspace } = context
  const name = claims.name || claims.email || claims.sub
  const title = signInMessages.continueAs({ name })
  return {
    ...pageResponse({
      title,
      body: html`<section class="enter" aria-labelledby="entry"><h1 id="entry" dir="auto">${title}</h1>
<p class="enter-lead">${signInMessages.continueAsLead({ workspace: workspace.name })}${claims.email ? html` <strong dir="auto">${claims.email}</strong>` : null}</p>
<form method="post" action="${base}/identify/confirm" class="actions">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="next" value="${next}">
<button class="button primary">${signInMessages.continue}</button>
<a class="button" href="${base}/">${signInMessages.notMe}</a>
</form>
</section>`,
    }),
    headers: { 'cache-control': 'private, no-store' },
  }
}
