import { displayTitle } from '../../feedback/public/title.ts'
import { html } from '../../platform/formats/html.ts'
import type { HtmlPage } from '../../platform/http/pages/html-page.ts'
import { unfollowMessages as messages, unsubscribeMessages } from './messages.ts'
import { maskEmail } from './unsubscribe-page.ts'

/** `stop` ends mail about the request, `resume` follows it again. */
export const unfollowActions = ['stop', 'resume'] as const
export type UnfollowAction = (typeof unfollowActions)[number]

export interface UnfollowPageData {
  workspaceName: string
  address: string | null
  /** Null if the request is not public, and then it cannot be followed again. */
  title: string | null
  isStopped: boolean
}

/** Renders whether the customer gets mail about the request, with a button. @param action what they have just done */
export function unfollowPage(data: UnfollowPageData, action: UnfollowAction | null = null): HtmlPage {
  const { workspaceName, address, title: request, isStopped } = data
  const { following, stopped } = messages
  const title = isStopped
    ? action === 'stop'
      ? stopped.done
      : stopped.title
    : action === 'resume'
      ? following.resumed
      : following.title
  const values = {
    workspace: workspaceName,
    recipient: address === null ? unsubscribeMessages.recipient : maskEmail(address),
  }
  const sentence = isStopped ? stopped.text(values) : following.text(values)
  const isDone = isStopped && action === 'stop'
  return {
    title,
    owner: workspaceName,
    body: html`<h1>${title}</h1>
${request && html`<p><strong><bdi>${messages.request({ title: displayTitle(request) })}</bdi></strong></p>`}
<p>${sentence}${isDone ? html` ${unsubscribeMessages.inFlight}` : null}</p>
${isStopped && request === null ? null : buttonForm(isStopped)}`,
  }
}

const buttonForm = (isStopped: boolean) =>
  isStopped
    ? html`<form method="post">
<button name="choice" value="resume">${messages.stopped.button}</button>
</form>`
    : html`<form method="post">
<button class="primary" name="choice" value="stop">${messages.following.button}</button>
</form>`
