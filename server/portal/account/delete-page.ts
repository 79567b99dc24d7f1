import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { accountMessages } from '../messages/account.ts'

/** What goes and what stays, before it does. */
export const renderDeleteConfirmation = ({ base, workspace }: PortalContext): Html =>
  html`<section class="enter" aria-labelledby="delete">
<h1 id="delete">${accountMessages.deleteTitle}</h1>
<p class="enter-lead">${accountMessages.deleteLead(workspace.name)}</p>
<ul class="goes">${accountMessages.goes.map((each) => html`<li>${each}</li>`)}</ul>
<p>${accountMessages.stays}</p>
<form method="post" action="${base}/me/delete" class="form">
<div class="check"><input type="checkbox" id="written" name="written" value="on" aria-describedby="written-help">
<div><label for="written">${accountMessages.written}</label><p class="help" id="written-help">${accountMessages.writtenHelp}</p></div></div>
<div class="actions"><button class="button danger">${accountMessages.confirm}</button><a class="button" href="${base}/me">${accountMessages.keep}</a></div>
</form>
</section>`

export const renderAccountDeleted = ({ base, workspace }: PortalContext): Html =>
  html`<div class="notice-page"><h1>${accountMessages.deletedTitle}</h1>
<p>${accountMessages.deletedText}</p>
<p><a href="${base}/">${accountMessages.home(workspace.name)}</a></p></div>`
