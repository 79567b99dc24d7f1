import type { ReviewPolicy } from '../../boards/review-policy.ts'
import type { EditOutcome } from '../../edits/hold.ts'
import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { type PageResponse, pageResponse } from '../http/response.ts'
import { ownMessages } from '../messages/own.ts'

const { editing } = ownMessages

interface EditForm {
  title: string
  /** The path of the page that shows the text, relative to the base. */
  back: string
  isPublic: boolean
  /** The board's rule for new text. */
  policy: ReviewPolicy
  /** The fingerprint of the text that the author sees. */
  version: string
  fields: Html
  /** Why the edit was rejected; null for a new form. */
  fault: string | null
  /** The current text, if another edit came first. */
  current: string | null
  /** Whether an earlier edit by the author waits for review. The form then shows the text of that edit. */
  isHeld: boolean
  /** The action that a network near its limit must send a proof of work for (`data-proof`). */
  proof: 'request' | 'comment'
  status: number
}

/** Renders the form that edits a text. */
export function editPage({ base, path }: PortalContext, form: EditForm): PageResponse {
  const { title, back, isHeld, status } = form
  return pageResponse({
    title,
    status,
    body: html`<div class="intro"><div><h1>${title}</h1></div></div>
<form method="post" action="${base}${path}" class="form" novalidate data-proof="${form.proof}" data-draft="edit">
${form.fault && html`<p class="form-fault" role="alert" tabindex="-1" autofocus>${form.fault}</p>`}
${form.current === null ? null : html`<div class="banner"><strong>${editing.current}</strong><p class="as-typed" dir="auto">${form.current}</p></div>`}
<input type="hidden" name="version" value="${form.version}">
${form.fields}
<p class="help">${hintFor(form)}</p>
<div class="actions"><button class="button primary">${editing.save}</button>
<a class="button quiet" href="${base}${back}">${editing.cancel}</a>
${isHeld ? html`<button class="button" formaction="${base}${path.replace(/\/edit(\/.*)?$/, '/edit/withdraw')}" formnovalidate>${editing.withdraw}</button>` : null}</div>
</form>`,
  })
}

function hintFor({ isPublic, isHeld, policy }: EditForm): string {
  if (!isPublic) return editing.hintWaiting
  if (isHeld) return editing.hintHeld
  if (policy === 'all') return editing.hintReviewed
  return policy === 'links' ? `${editing.hint} ${editing.hintLinks}` : editing.hint
}

/** The query parameter that shows the notice for the outcome of an edit. */
export const noticeOf: Record<EditOutcome, string> = { saved: 'edited', held: 'held', withdrawn: 'unchanged' }

/** Returns the parameter that announces whether an edit was withdrawn. */
export const withdrawalNotice = (isWithdrawn: boolean): string => (isWithdrawn ? noticeOf.withdrawn : 'reviewed')

/** Returns a field of a form as it was typed. */
export const typed = (form: FormData, name: string): string => String(form.get(name) ?? '').replaceAll('\r\n', '\n')
