import { type Html, html } from '../../platform/formats/html.ts'
import type { Visit } from '../http/context.ts'
import { words } from '../messages/account.ts'

/** What goes and what stays, before it does. */
export const deleteBody = ({ base, workspace }: Visit): Html =>
  html`<section class="enter" aria-labelledby="delete">
<h1 id="delete">${words.deleteTitle}</h1>
<p class="enter-lead">${words.deleteLead(workspace.name)}</p>
<ul class="goes">${words.goes.map((each) => html`<li>${each}</li>`)}</ul>
<p>${words.stays}</p>
<form method="post" action="${base}/me/delete" class="form">
<div class="check"><input type="checkbox" id="written" name="written" value="on" aria-describedby="written-help">
<div><label for="written">${words.written}</label><p class="help" id="written-help">${words.writtenHelp}</p></div></div>
<div class="actions"><button class="button danger">${words.confirm}</button><a class="button" href="${base}/me">${words.keep}</a></div>
</form>
</section>`

export const deletedBody = ({ base, workspace }: Visit): Html =>
  html`<div class="notice-page"><h1>${words.deletedTitle}</h1>
<p>${words.deletedText}</p>
<p><a href="${base}/">${words.home(workspace.name)}</a></p></div>`
