import { type Html, html } from '../../platform/formats/html.ts'
import type { Page } from '../../platform/http/pages/html-page.ts'
import type { MailChoice } from '../preferences/preferences.ts'
import { type MailKind, mailKinds } from '../preferences/unsubscribe-token.ts'

/** `stop` and `resume` the kinds of the message; `save` what is ticked; `off`: no mail at all. */
export const choices = ['stop', 'resume', 'save', 'off'] as const
export type Choice = (typeof choices)[number]

export interface Subscriber extends MailChoice {
  workspaceName: string
  /** Of the message that led here. */
  kinds: readonly MailKind[]
}

/**
 * What a customer gets, and the buttons to change it.
 * @param choice what was done just now.
 */
export function subscriptionPage(subscriber: Subscriber, choice: Choice | null = null): Page {
  const { workspaceName, isOff, isRefused } = subscriber
  const { title, sentence, buttons } = wordsFor(subscriber, choice)
  return {
    title,
    owner: workspaceName,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
<form method="post">
${buttons}
</form>
${isOff || isRefused ? null : kindsForm(subscriber)}`,
  }
}

interface Words {
  title: string
  sentence: Html
  buttons: Html | Html[]
}

const onItsWay = ' A message that is on its way already may still arrive.'

function wordsFor(subscriber: Subscriber, choice: Choice | null): Words {
  const { workspaceName, address, isOff, isRefused, hearing, kinds } = subscriber
  const name = html`<bdi>${workspaceName}</bdi>`
  const you = address === null ? html`you` : html`<strong><bdi>${masked(address)}</bdi></strong>`
  const when = occasions[kinds.join(' ')]!
  if (isOff) {
    return {
      title: choice === 'off' ? 'You are unsubscribed' : 'You get no e-mail',
      sentence: html`${name} no longer writes to ${you} at all.${choice === 'off' ? onItsWay : null}`,
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
      sentence: html`${name} does not write to ${you} ${when}.${choice === 'stop' ? onItsWay : null}`,
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
const occasions: Record<string, string> = {
  changelog: 'whenever it publishes news: what is new, what has changed, and what came of the requests you care about',
  replies: 'when somebody answers your comment, or the team a request that you take part in',
  stages: 'when a request that you filed or voted for moves on',
  'replies stages': 'when a request that you take part in is answered or moves on',
}

const labels: Record<MailKind, string> = {
  changelog: 'News that are published',
  replies: 'Replies to me, and to requests that I take part in',
  stages: 'What becomes of requests that I filed or voted for',
}

const kindsForm = ({ hearing }: Subscriber): Html =>
  html`<h2>All that you get</h2>
<form method="post">
${mailKinds.map(
  (
    kind,
  ) => html`<p><label><input type="checkbox" name="kinds" value="${kind}"${hearing[kind] ? html` checked` : null}> ${labels[kind]}</label></p>
`,
)}${button('save', 'Save')}
${button('off', 'No e-mail at all')}
</form>`

const button = (choice: Choice, label: string, kind: 'primary' | '' = ''): Html =>
  html`<button class="${kind}" name="choice" value="${choice}">${label}</button>`

/** Enough for its owner to know it by; whoever else gets hold of the link learns the domain. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0]}•••${address.slice(at)}`
}
