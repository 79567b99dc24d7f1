import { type Html, html } from '../../platform/formats/html.ts'
import type { HtmlPage } from '../../platform/http/pages/html-page.ts'
import type { CustomerPreferences } from '../preferences/preferences.ts'
import { type NotificationKind, notificationKinds } from '../preferences/unsubscribe-token.ts'

/** `stop` and `resume` the kinds of the message; `save` what is ticked; `off`: no mail at all. */
export const unsubscribeActions = ['stop', 'resume', 'save', 'off'] as const
export type UnsubscribeAction = (typeof unsubscribeActions)[number]

export interface UnsubscribePageData extends CustomerPreferences {
  workspaceName: string
  /** Of the message that led here. */
  kinds: readonly NotificationKind[]
}

/**
 * What a customer gets, and the buttons to change it.
 * @param choice what was done just now.
 */
export function unsubscribePage(subscriber: UnsubscribePageData, choice: UnsubscribeAction | null = null): HtmlPage {
  const { workspaceName, isOptedOut, isBounced: isRefused } = subscriber
  const { title, sentence, buttons } = messagesFor(subscriber, choice)
  return {
    title,
    owner: workspaceName,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
<form method="post">
${buttons}
</form>
${isOptedOut || isRefused ? null : preferencesForm(subscriber)}`,
  }
}

interface PageMessages {
  title: string
  sentence: Html
  buttons: Html | Html[]
}

const inFlightNotice = ' A message that is on its way already may still arrive.'

function messagesFor(subscriber: UnsubscribePageData, choice: UnsubscribeAction | null): PageMessages {
  const { workspaceName, address, isOptedOut, isBounced: isRefused, preferences: hearing, kinds } = subscriber
  const name = html`<bdi>${workspaceName}</bdi>`
  const you = address === null ? html`you` : html`<strong><bdi>${maskEmail(address)}</bdi></strong>`
  const when = kindDescriptions[kinds.join(' ')]!
  if (isOptedOut) {
    return {
      title: choice === 'off' ? 'You are unsubscribed' : 'You get no e-mail',
      sentence: html`${name} no longer writes to ${you} at all.${choice === 'off' ? inFlightNotice : null}`,
      buttons: button('resume', 'Write to me again'),
    }
  }
  if (isRefused) {
    return {
      title: 'Mail to you did not arrive',
      sentence: html`${name} has stopped writing to ${you}, because the mail server of that address refused several messages.`,
      buttons: [button('resume', 'Write to me again', 'primary'), button('off', 'Stop for good')],
    }
  }
  if (!kinds.some((kind) => hearing[kind])) {
    return {
      title: choice === 'stop' ? 'You are unsubscribed' : 'You do not get these messages',
      sentence: html`${name} does not write to ${you} ${when}.${choice === 'stop' ? inFlightNotice : null}`,
      buttons: button('resume', 'Write to me again'),
    }
  }
  return {
    title: choice === 'resume' ? 'You get e-mail again' : choice === 'save' ? 'Saved' : 'Stop these messages?',
    sentence: html`${name} writes to ${you} ${when}.`,
    buttons: button(
      'stop',
      choice === 'resume' ? 'Stop these messages' : 'Unsubscribe',
      choice === null ? 'primary' : '',
    ),
  }
}

// By the kinds that a link can be of.
const kindDescriptions: Record<string, string> = {
  changelog: 'whenever it publishes news: what is new, what has changed, and what came of the requests you care about',
  replies: 'when somebody answers your comment, or the team a request that you take part in',
  stages: 'when a request that you filed or voted for moves on',
  'replies stages': 'when a request that you take part in is answered or moves on',
}

const kindLabels: Record<NotificationKind, string> = {
  changelog: 'News that are published',
  replies: 'Replies to me, and to requests that I take part in',
  stages: 'What becomes of requests that I filed or voted for',
}

const preferencesForm = ({ preferences: hearing }: UnsubscribePageData): Html =>
  html`<h2>All that you get</h2>
<form method="post">
${notificationKinds.map(
  (
    kind,
  ) => html`<p><label><input type="checkbox" name="kinds" value="${kind}"${hearing[kind] ? html` checked` : null}> ${kindLabels[kind]}</label></p>
`,
)}${button('save', 'Save')}
${button('off', 'No e-mail at all')}
</form>`

const button = (choice: UnsubscribeAction, label: string, kind: 'primary' | '' = ''): Html =>
  html`<button class="${kind}" name="choice" value="${choice}">${label}</button>`

/** Enough for its owner to know it by; whoever else gets hold of the link learns the domain. */
function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0]}•••${address.slice(at)}`
}
