import type { RequestSubmission, WidgetOverview } from '../api/types.ts'
import { element } from '../frame/element.ts'
import { messages } from '../messages.ts'
import { createContactFields } from './contact-fields.ts'

// The server's limits. It counts code points, of which a text has at most as many as the units counted here.
const maxTitleLength = '200'
const maxDescriptionLength = '10000'
const maxUrlLength = 2_048

export interface RequestFields {
  title: HTMLInputElement
  titleField: HTMLElement
  descriptionField: HTMLElement
  boardField: HTMLElement
  emailField: HTMLElement
  updatesField: HTMLElement
  show(overview: WidgetOverview): void
  /** Tells whether the form can be sent; otherwise shows the error and focuses the field. */
  check(): boolean
  /** Shows the server's errors at their fields. @returns false if none is about a field */
  showErrors(details: { path: string }[]): boolean
  read(): RequestSubmission
  /** Returns the same key until the text changes, so that a request sent twice is submitted once. */
  idempotencyKey(): string
  clear(): void
}

export function createRequestFields(): RequestFields {
  const title = element('input', {
    id: 'title',
    maxlength: maxTitleLength,
    required: true,
    autocomplete: 'off',
    dir: 'auto',
  })
  const description = element('textarea', {
    id: 'description',
    maxlength: maxDescriptionLength,
    rows: '3',
    dir: 'auto',
  })
  const board = element('select', { id: 'board' })
  const titleField = labeledField(title, messages.ask.title)
  const descriptionField = labeledField(description, messages.ask.description, true)
  const boardField = labeledField(board, messages.ask.board)
  const contact = createContactFields((input, label) => labeledField(input, label, true))
  const { email, emailField, updatesField } = contact
  let key: string | null = null
  const inputs = [title, description, email]
  const setError = (input: HTMLElement, text: string) => {
    const note = input.parentElement!.querySelector('.fault')!
    note.textContent = text
    input.ariaInvalid = text === '' ? null : 'true'
    if (text !== '') input.focus()
  }
  for (const input of inputs) {
    input.addEventListener('input', () => {
      key = null
      setError(input, '')
    })
  }
  for (const field of [boardField, updatesField]) {
    field.addEventListener('change', () => {
      key = null
      setError(board, '')
    })
  }
  return {
    title,
    titleField,
    descriptionField,
    boardField,
    emailField,
    updatesField,
    show(overview) {
      contact.show(overview)
      const { boards } = overview
      const chosen = board.value
      board.replaceChildren(...boards.map(({ id, name }) => element('option', { value: id }, name)))
      if (boards.some(({ id }) => id === chosen)) board.value = chosen
      boardField.hidden = boards.length < 2
    },
    check() {
      const isComplete = title.value.trim() !== ''
      // The title comes last, because it is the first field and gets the focus.
      if (!contact.isValid()) setError(email, messages.ask.emailInvalid)
      if (!isComplete) setError(title, messages.ask.titleMissing)
      return isComplete && contact.isValid()
    },
    showErrors(details) {
      const paths = new Set(details.map(({ path }) => path))
      const errors: [HTMLElement, string, string][] = [
        [email, '/email', messages.ask.emailInvalid],
        [board, '/boardId', messages.errors.board],
        [description, '/description', messages.errors.description],
        // The title comes last, because it is the first field and gets the focus.
        [title, '/title', messages.errors.title],
      ]
      const shown = errors.filter(([input, path]) => paths.has(path) && !input.parentElement!.hidden)
      for (const [input, , text] of shown) setError(input, text)
      return shown.length > 0
    },
    read: () => ({
      title: title.value,
      description: description.value,
      ...(board.value && { boardId: board.value }),
      ...pageUrl(),
      ...contact.read(),
    }),
    idempotencyKey() {
      key ??= Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
      return key
    },
    clear() {
      for (const input of [title, description]) input.value = ''
      contact.clear()
      key = null
    },
  }
}

/** Creates a field with its label above and its error below, both linked for screen readers. */
function labeledField(input: HTMLElement, label: string, isOptional = false): HTMLElement {
  const fault = element('p', { id: `${input.id}-fault`, class: 'fault', role: 'alert' })
  input.setAttribute('aria-describedby', fault.id)
  const optional = isOptional ? element('span', { class: 'quiet' }, ` (${messages.ask.optional})`) : null
  return element('div', { class: 'field' }, element('label', { for: input.id }, label, optional), input, fault)
}

/** Returns the page's URL, which only the team sees, without the fragment, which browsers never send to servers. */
function pageUrl(): Pick<RequestSubmission, 'pageUrl'> {
  const [address] = location.href.split('#')
  return /^https?:/.test(address!) && address!.length <= maxUrlLength ? { pageUrl: address! } : {}
}
