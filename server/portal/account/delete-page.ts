import { type Html, html } from '../../platform/formats/html.ts'
import type { PortalContext } from '../http/context.ts'
import { accountMessages } from '../messages/account.ts'
import { notice } from '../views/notice.ts'

/** Renders what will be deleted and what will stay, and asks to confirm. */
export const renderDeleteConfirmation = ({ base, workspace }: PortalContext): Html =>
  html`<section class="enter" aria-labelledby="delete">
<h1 id="delete">${accountMessages.deleteTitle}</h1>
<p class="enter-lead">${accountMessages.deleteLead({ workspace: workspace.name })}</p>
<ul class="goes">${Object.values(accountMessages.deleted).map((item) => html`<li>${item}</li>`)}</ul>
<p>${accountMessages.kept}</p>
<form method="post" action="${base}/me/delete" class="form">
<div class="check"><input type="checkbox" id="written" name="written" value="on" aria-describedby="written-help">
<div><label for="written">${accountMessages.withContent}</label><p class="help" id="written-help">${accountMessages.withContentHelp}</p></div></div>
<div class="actions"><button class="button danger">${accountMessages.confirm}</button><a class="button" href="${base}/me">${accountMessages.cancel}</a></div>
</form>
</section>`

export const renderAccountDeleted = ({ base, workspace }: PortalContext): Html =>
  notice({
    title: accountMessages.deletedTitle,
    text: accountMessages.deletedText,
    actions: html`<p><a href="${base}/">${accountMessages.home({ workspace: workspace.name })}</a></p>`,
  })
