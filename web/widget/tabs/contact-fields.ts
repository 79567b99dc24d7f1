import type { RequestSubmission, WidgetOverview } from '../api/types.ts'
import { element } from '../frame/element.ts'
import { messages } from '../messages.ts'

// The longest address that mail servers accept (RFC 5321).
const maxEmailLength = '254'

/** The email field of an anonymous visitor, and the checkbox for announcements. */
export interface ContactFields {
  email: HTMLInputElement
  emailHelp: HTMLElement
  emailField: HTMLElement
  updatesField: HTMLElement
  show(overview: WidgetOverview): void
  isValid(): boolean
  read(): Pick<RequestSubmission, 'email' | 'updates'>
  /** Keeps the address for another request, but clears the checkbox, which applies to one request. */
  clear(): void
}

/** @param labeled creates the field of an input with its label and its place for errors */
export function createContactFields(labeled: (input: HTMLElement, label: string) => HTMLElement): ContactFields {
  const email = element('input', { id: 'email', type: 'email', maxlength: maxEmailLength, autocomplete: 'email' })
  const emailHelp = element('p', { id: 'email-help', class: 'help' })
  const emailField = labeled(email, messages.ask.email)
  emailField.append(emailHelp)
  email.setAttribute('aria-describedby', `email-help ${email.getAttribute('aria-describedby')}`)
  const updates = element('input', { id: 'updates', type: 'checkbox', 'aria-describedby': 'updates-help' })
  const label = element('label', { for: 'updates' })
  const help = element('p', { id: 'updates-help', class: 'help' })
  const updatesField = element('div', { class: 'check', hidden: true }, updates, element('div', {}, label, help))
  let isOffered = false

  const address = () => (emailField.hidden ? '' : email.value.trim())
  const showBox = () => {
    updatesField.hidden = !isOffered || (!emailField.hidden && address() === '')
  }
  email.addEventListener('input', showBox)
  return {
    email,
    emailHelp,
    emailField,
    updatesField,
    show(overview) {
      emailField.hidden = overview.customer !== null
      emailHelp.textContent = messages.ask.emailHelp({ workspace: overview.workspace.name })
      isOffered = overview.updates !== null
      label.textContent = overview.updates?.label ?? ''
      help.textContent = overview.updates?.help ?? ''
      showBox()
    },
    isValid: () => address() === '' || email.checkValidity(),
    read: () => ({
      ...(address() !== '' && { email: address() }),
      ...(!updatesField.hidden && updates.checked && { updates: true }),
    }),
    clear() {
      updates.checked = false
    },
  }
}
