import { html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { type PageResponse, pageResponse } from '../http/response.ts'
import { ownMessages } from '../messages/own.ts'

interface Confirmation {
  title: string
  /** What will happen. */
  text: string
  /** The deleted text, as plain text. */
  excerpt: string
  button: string
  /** The outcome that the page states. If the actual outcome would differ, nothing is deleted. */
  outcome: string
  /** Whether the text waits for review, so that pages say “withdraw” instead of “delete”. */
  isWaiting: boolean
  back: string
  isChanged?: boolean
}

/** Returns whether the customer has confirmed to withdraw waiting text, rather than to delete public text. */
export const isWithdrawal = (form: FormData): boolean => form.get('waiting') === 'on'

/** Renders a page that explains what a deletion does and asks to confirm it. */
export function confirmPage({ base, path }: PortalContext, confirmation: Confirmation): PageResponse {
  const { title, text, excerpt, button, outcome, isWaiting, back, isChanged = false } = confirmation
  return pageResponse({
    title,
    status: isChanged ? 409 : 200,
    body: html`<section class="enter" aria-labelledby="confirm">
<h1 id="confirm">${title}</h1>
${isChanged ? html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${ownMessages.removal.changed}</p>` : null}
<blockquote class="own-excerpt" dir="auto">${excerpt}</blockquote>
<p>${text}</p>
<form method="post" action="${base}${path}" class="form">
<input type="hidden" name="outcome" value="${outcome}">${isWaiting ? html`<input type="hidden" name="waiting" value="on">` : null}
<div class="actions"><button class="button danger">${button}</button><a class="button" href="${base}${back}">${ownMessages.removal.keep}</a></div>
</form>
</section>`,
  })
}
