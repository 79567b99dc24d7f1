import { type Html, html } from '../platform/html.ts'
import type { Page } from '../platform/http/page.ts'

export type Choice = 'stop' | 'resume'

export interface Subscriber {
  workspaceName: string
  address: string | null
  /** Whether they get mail; `refused` is an address that was given up after its mail server had refused several. */
  state: 'getting' | 'stopped' | 'refused'
}

/**
 * What a customer gets, and the buttons to change it.
 * @param choice what was done just now.
 */
export function subscriptionPage(subscriber: Subscriber, choice: Choice | null = null): Page {
  const { workspaceName } = subscriber
  const { title, sentence, buttons } = wordsFor(subscriber, choice)
  return {
    title,
    owner: workspaceName,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
<form method="post">
${buttons}
</form>`,
  }
}

interface Words {
  title: string
  sentence: Html
  buttons: Html | Html[]
}

function wordsFor({ workspaceName, address, state }: Subscriber, choice: Choice | null): Words {
  const name = html`<bdi>${workspaceName}</bdi>`
  const you = address === null ? html`you` : html`<strong><bdi>${masked(address)}</bdi></strong>`
  if (state === 'stopped') {
    return {
      title: choice === 'stop' ? 'You are unsubscribed' : 'You get no e-mail',
      sentence: html`${name} no longer writes to ${you} when it publishes news.${choice === 'stop' ? ' A message that is on its way already may still arrive.' : null}`,
      buttons: button('resume', 'Write to me again'),
    }
  }
  if (state === 'refused') {
    return {
      title: 'Mail to you did not arrive',
      sentence: html`${name} has stopped writing to ${you}, because the mail server of that address refused several messages.`,
      buttons: [button('resume', 'Write to me again', 'primary'), button('stop', 'Stop for good')],
    }
  }
  return {
    title: choice === 'resume' ? 'You get e-mail again' : 'Stop these messages?',
    sentence: html`${name} writes to ${you} whenever it publishes news: what is new, what has changed, and what came of the requests you care about.`,
    buttons: button(
      'stop',
      choice === 'resume' ? 'Stop these messages' : 'Unsubscribe',
      choice === null ? 'primary' : '',
    ),
  }
}

const button = (choice: Choice, label: string, kind: 'primary' | '' = ''): Html =>
  html`<button class="${kind}" name="choice" value="${choice}">${label}</button>`

/** Enough for its owner to know it by; whoever else gets hold of the link learns the domain. */
function masked(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0]}•••${address.slice(at)}`
}
