import { defineMessages } from '#i18n/messages.ts'
import type { ProblemDetail } from '../../platform/problems.ts'

/**
 * The console's sentences about invalid values, by the code of the problem (a keyword or format of the schema, or the
 * code that a verb passes) and the name of the field. `other` applies to all other fields.
 */
export const fieldErrorMessages = defineMessages({
  required: {
    title: 'Enter a title.',
    name: 'Enter a name.',
    workspaceName: 'Enter a name for the workspace.',
    slug: 'Enter a slug.',
    email: 'Enter an email address.',
    password: 'Enter a password.',
    currentPassword: 'Enter your current password.',
    code: 'Enter the code.',
    body: 'Write something first.',
    boardId: 'Choose a board.',
    scopes: 'Choose at least one permission.',
    token: 'Enter the key or token.',
    apiUrl: 'Enter the address, such as https://acme.atlassian.net.',
    team: 'Choose where issues go.',
    contents: 'Choose discussions, issues, or both.',
    webhookUrl: 'Paste the webhook URL.',
    url: 'Enter the URL of your endpoint, such as https://example.com/webhooks/heed.',
    other: 'This field is required.',
  },
  minLength: { other: 'Use at least {limit, plural, one {# character} other {# characters}}.' },
  maxLength: { other: 'Use at most {limit, plural, one {# character} other {# characters}}.' },
  minimum: { other: 'Enter {limit, number} or more.' },
  maximum: { other: 'Enter {limit, number} or less.' },
  maxItems: {
    widgetOrigins: 'Enter at most {limit, number} origins.',
    other: 'Choose at most {limit, number}.',
  },
  minItems: {
    redirectUris: 'Enter at least one URL.',
    events: 'Choose at least one type of event.',
    kinds: 'Choose at least one kind of message.',
    other: 'Choose at least {limit, number}.',
  },
  maxProperties: { other: 'Enter at most {limit, number}.' },
  minProperties: { other: 'Change at least one field.' },
  uniqueItems: { other: 'The same value is listed twice. Remove one of them.' },
  anyOf: { other: 'Fill in at least one of these fields.' },
  'email-or-id': { other: 'Enter an email address or an external ID.' },
  enum: { boardId: 'Choose a board.', other: 'Choose one of the options.' },
  const: { other: 'Choose one of the options.' },
  uuid: { boardId: 'Choose a board.', other: 'Choose one of the options.' },
  type: { other: 'Check this field.' },
  pattern: { other: 'Check this field.' },
  additionalProperties: { other: 'This field is out of date. Reload the page and try again.' },
  unstorable: { other: 'This text contains a character that can’t be saved. Remove it and try again.' },

  email: { other: 'Enter an email address such as ada@example.com.' },
  'http-url': { other: 'Enter a URL that starts with https:// or http://.' },
  'https-url': { other: 'Enter a URL that starts with https://.' },
  'logo-url': { other: 'Enter a URL that starts with https://.' },
  'wrong-host': {
    other: 'Paste the webhook URL that {product} gave you. Other hosts must be allowed in OUTBOUND_ALLOW.',
  },
  boards: { other: 'One of these boards has been deleted. Reload the page and choose again.' },
  'refused-url': { other: 'Heed can’t send to this URL. {reason}.' },
  'redirect-uri': {
    other:
      'Enter https addresses without a fragment, http://127.0.0.1/… for a device, or a scheme like com.example.app:/…. Not valid: {uri}.',
  },
  currency: { other: 'Enter a currency code such as EUR.' },
  date: { other: 'Enter a date.' },
  'date-time': { other: 'Enter a date and time.' },
  timezone: { other: 'Enter a time zone such as Europe/Berlin.' },
  slug: { other: 'Use lowercase letters, digits, and hyphens, and start and end with a letter or digit.' },
  color: { other: 'Enter a color such as #22aa55.' },
  origins: {
    other:
      'Enter origins such as https://app.example.com, without a path. Plain HTTP works only for localhost. Not valid: {origins}.',
  },
  entries: {
    allowedDomains: 'Enter domains such as example.com, one per line. Not valid: {entries}.',
    other: 'Enter email addresses, one per line. Not valid: {entries}.',
  },
  invalid: {
    repository: 'Enter an owner and a repository, such as acme/app.',
    host: 'Enter only a host name, such as feedback.example.com.',
    apiUrl: 'Enter a URL that starts with https://, without a username, password, query, or fragment.',
    token: 'Enter the key or token exactly as the tracker showed it.',
    email: 'Enter the email address of the account that the token belongs to.',
    appId: 'Enter the ID of the GitHub App.',
    installationId: 'Enter the number of the installation.',
    secretKey: 'Paste the complete, unencrypted PEM file of the private key.',
    other: 'Check this field.',
  },
  past: { other: 'Choose a time in the future.' },

  incorrect: {
    password: 'That password is incorrect.',
    currentPassword: 'That password is incorrect.',
    code: 'That code is incorrect.',
    other: 'That’s incorrect.',
  },
  'wrong-credentials': { other: 'The email address or password is incorrect.' },
  'wrong-code': { other: 'That code is wrong or has expired. Use the code from the latest email.' },
  'used-code': { other: 'That code is incorrect or was already used.' },
  'expired-link': { other: 'This link was already used or has expired.' },
  'has-members': { other: 'This workspace already has members. Ask them for an invitation.' },
  'already-member': { other: 'This person is already a member.' },

  taken: {
    slug: 'This slug is already taken.',
    name: 'This name is already taken.',
    host: 'Another workspace already uses this domain.',
    email: 'This email address belongs to another customer.',
    externalId: 'This external ID belongs to another customer.',
    other: 'This is already taken.',
  },
  gone: {
    boardId: 'This board no longer exists. Choose another one.',
    coverUrl: 'This image no longer exists. Upload it again.',
    audience: 'This board or tag no longer exists. Choose again whom to email.',
    tagIds: 'One of these tags no longer exists. Reload the page and try again.',
    linkedFeedbackIds: 'One of these requests no longer exists. Remove it and try again.',
    intoId: 'That request no longer exists. Choose another one.',
    parentId: 'The comment you replied to was deleted.',
    other: 'This no longer exists. Reload the page and try again.',
  },
  outdated: {
    updatedAt: 'Someone else has changed this entry since you opened it. Nothing was saved.',
    other: 'This has changed since you opened the page. Reload it and try again.',
  },
  'closed-board': { other: 'This board doesn’t accept requests. Choose another one.' },
  'no-open-board': { other: 'No board accepts requests. Open one in the settings first.' },
  'same-request': { other: 'A request can’t be merged into itself. Choose another one.' },
  'note-parent': { other: 'Only team notes can reply to a team note.' },
  published: { other: 'This entry is already published, so it can’t be scheduled.' },
  'not-allowed': { other: 'This isn’t possible here. Reload the page and try again.' },
  'stage-name': { other: 'Another stage already has this name. Choose a different one.' },
  'own-host': { other: 'This is the server’s own host name. Use a different one for the portal.' },

  unsupported: { other: '{tracker} doesn’t support this.' },
  rejected: { other: 'The tracker rejected it: {reason}.' },
  unreachable: { other: 'Heed can’t use this address: {reason}.' },
  'no-destination': { other: 'It has no access to anything in {tracker} where issues can be created.' },
  'not-in-tracker': { other: 'The tracker no longer has this. Choose something else.' },
})

/** Typed for any values, because only the code that creates a problem knows its values. */
type Message = string | ((values: never) => string)

const messages: Record<string, Record<string, Message>> = fieldErrorMessages

/** Returns the sentence that the console shows at a field. Without a known code, it's the message of the problem. */
export function describeDetail({ path, message, code = '', values = {} }: ProblemDetail): string {
  // Items of a list have the list's name: `/tagIds/0`.
  const field = path.split('/').findLast((part) => !/^\d*$/.test(part)) ?? ''
  const group = Object.hasOwn(messages, code) ? messages[code]! : null
  if (group === null) return toSentence(message)
  const text = Object.hasOwn(group, field) ? group[field]! : group.other!
  return typeof text === 'string' ? text : text(values as never)
}

const toSentence = (message: string): string => {
  const text = `${message.slice(0, 1).toUpperCase()}${message.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}
