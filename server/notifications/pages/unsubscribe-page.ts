import { type Html, html } from '../../platform/formats/html.ts'
import type { HtmlPage } from '../../platform/http/pages/html-page.ts'
import type { CustomerPreferences } from '../preferences/preferences.ts'
import { type NotificationKind, notificationKinds } from '../preferences/unsubscribe-token.ts'
import { unsubscribeMessages } from './messages.ts'

/** `stop` and `resume` apply to the kinds of the message, `save` stores the checked kinds, `off` stops all mail. */
export const unsubscribeActions = ['stop', 'resume', 'save', 'off'] as const
export type UnsubscribeAction = (typeof unsubscribeActions)[number]

export interface UnsubscribePageData extends CustomerPreferences {
  workspaceName: string
  /** The kinds of the message that linked here. */
  kinds: readonly NotificationKind[]
}

/** Renders which mail a customer gets, with buttons to change it. @param action what the customer has just done */
export function unsubscribePage(data: UnsubscribePageData, action: UnsubscribeAction | null = null): HtmlPage {
  const { workspaceName, isOptedOut, isBounced } = data
  const { title, sentence, buttons } = contentFor(data, action)
  return {
    title,
    owner: workspaceName,
    body: html`<h1>${title}</h1>
<p>${sentence}</p>
<form method="post">
${buttons}
</form>
${isOptedOut || isBounced ? null : preferencesForm(data)}`,
  }
}

interface PageContent {
  title: string
  sentence: Html
  buttons: Html | Html[]
}

function contentFor(data: UnsubscribePageData, action: UnsubscribeAction | null): PageContent {
  const { isOptedOut, isBounced, preferences, kinds } = data
  const { optedOut, bounced, unsubscribed, subscribed, buttons } = unsubscribeMessages
  if (isOptedOut) {
    const isDone = action === 'off'
    return {
      title: isDone ? optedOut.done : optedOut.title,
      sentence: html`${sentenceFor(data, optedOut.text)}${isDone ? inFlightNotice : null}`,
      buttons: button('resume', buttons.resume),
    }
  }
  if (isBounced) {
    return {
      title: bounced.title,
      sentence: sentenceFor(data, bounced.text),
      buttons: [button('resume', buttons.resume, 'primary'), button('off', buttons.stopAll)],
    }
  }
  if (!kinds.some((kind) => preferences[kind])) {
    const isDone = action === 'stop'
    return {
      title: isDone ? unsubscribed.done : unsubscribed.title,
      sentence: html`${sentenceFor(data, unsubscribed.text)}${isDone ? inFlightNotice : null}`,
      buttons: button('resume', buttons.resume),
    }
  }
  return {
    title: action === 'resume' ? subscribed.resumed : action === 'save' ? subscribed.saved : subscribed.title,
    sentence: sentenceFor(data, subscribed.text),
    buttons: button('stop', buttons.unsubscribe, action === null ? 'primary' : ''),
  }
}

/**
 * Returns what the customer read next to the control for an action; the evidence of a consent or its withdrawal. The
 * address is masked, as on the page.
 */
export function wordingOf(data: UnsubscribePageData, action: UnsubscribeAction): string {
  const { unsubscribed, subscribed, optedOut, bounced, buttons, settings, recipient } = unsubscribeMessages
  if (action === 'save') return settings.changelog
  if (action === 'off') return data.isBounced ? buttons.stopAll : buttons.optOut
  const message = data.isOptedOut ? optedOut : data.isBounced ? bounced : action === 'stop' ? subscribed : unsubscribed
  const values = { workspace: data.workspaceName, kinds: data.kinds.join('_') }
  const sentence = message.text({ ...values, recipient: data.address === null ? recipient : maskEmail(data.address) })
  return `${sentence}\n${action === 'stop' ? buttons.unsubscribe : buttons.resume}`
}

const inFlightNotice = ` ${unsubscribeMessages.inFlight}`

// Private-use characters, which mark where the message places its arguments.
const workspaceMark = '\uE000'
const recipientMark = '\uE001'

/** Formats a message with the names of workspace and recipient isolated, since either may be written right to left. */
function sentenceFor(
  { workspaceName, address, kinds }: UnsubscribePageData,
  message: (values: { workspace: string; recipient: string; kinds: string }) => string,
): Html {
  const names: Record<string, Html> = {
    [workspaceMark]: html`<bdi>${workspaceName}</bdi>`,
    [recipientMark]:
      address === null
        ? html`${unsubscribeMessages.recipient}`
        : html`<strong><bdi>${maskEmail(address)}</bdi></strong>`,
  }
  const text = message({ workspace: workspaceMark, recipient: recipientMark, kinds: kinds.join('_') })
  return html`${text.split(/([\uE000\uE001])/).map((part) => names[part] ?? html`${part}`)}`
}

const preferencesForm = ({ preferences }: UnsubscribePageData): Html =>
  html`<h2>${unsubscribeMessages.settings.title}</h2>
<form method="post">
${notificationKinds.map(
  (
    kind,
  ) => html`<p><label><input type="checkbox" name="kinds" value="${kind}"${preferences[kind] ? html` checked` : null}> ${unsubscribeMessages.settings[kind]}</label></p>
`,
)}${button('save', unsubscribeMessages.buttons.save)}
${button('off', unsubscribeMessages.buttons.optOut)}
</form>`

const button = (action: UnsubscribeAction, label: string, kind: 'primary' | '' = ''): Html =>
  html`<button class="${kind}" name="choice" value="${action}">${label}</button>`

/** Masks an address: its owner recognizes it, and anyone else with the link learns only the domain. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@')
  return `${[...address][0]}•••${address.slice(at)}`
}
