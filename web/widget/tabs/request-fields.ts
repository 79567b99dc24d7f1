import type { RequestSubmission, WidgetOverview } from '../api/types.ts'
import { element } from '../frame/element.ts'
import { messages } from '../messages.ts'

// As the server counts; it counts code points, and these are at most as many.
const maxTitleLength = '200'
const maxDescriptionLength = '10000'
const maxUrlLength = 2_048

export interface RequestFields {
  title: HTMLInputElement
  titleField: HTMLElement
  descriptionField: HTMLElement
  boardField: HTMLElement
  setBoards(boards: WidgetOverview['boards']): void
  /** Whether it can be sent; says what is missing and leads there. */
  check(): boolean
  /** Says what the server has found at the fields. @returns false when it is none of theirs. */
  showErrors(details: { path: string; message: string }[]): boolean
  read(): RequestSubmission
  /** The same until what is written changes: a request that is sent twice is filed once. */
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
  let key: string | null = null
  const inputs = [title, description]
  const faultOf = (input: HTMLElement, text: string) => {
    const note = input.parentElement!.querySelector('.fault')!
    note.textContent = text
    input.ariaInvalid = text === '' ? null : 'true'
    if (text !== '') input.focus()
  }
  for (const input of inputs) {
    input.addEventListener('input', () => {
      key = null
      faultOf(input, '')
    })
  }
  board.addEventListener('change', () => {
    key = null
  })
  return {
    title,
    titleField,
    descriptionField,
    boardField,
    setBoards(boards) {
      const chosen = board.value
      board.replaceChildren(...boards.map(({ id, name }) => element('option', { value: id }, name)))
      if (boards.some(({ id }) => id === chosen)) board.value = chosen
      boardField.hidden = boards.length < 2
    },
    check() {
      if (title.value.trim() !== '') return true
      faultOf(title, messages.ask.titleMissing)
      return false
    },
    showErrors(details) {
      const said = details.filter(({ path }) => path === '/title' || path === '/description')
      for (const { path, message } of said.reverse()) {
        if (path === '/title') faultOf(title, messages.faults.title(message))
        else faultOf(description, messages.faults.description(message))
      }
      return said.length > 0
    },
    read: () => ({
      title: title.value,
      description: description.value,
      ...(board.value && { boardId: board.value }),
      ...pageUrl(),
    }),
    idempotencyKey() {
      key ??= Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
      return key
    },
    clear() {
      for (const input of inputs) input.value = ''
      key = null
    },
  }
}

/** Label above, fault below, and both known to screen readers. */
function labeledField(input: HTMLElement, label: string, isOptional = false): HTMLElement {
  const fault = element('p', { id: `${input.id}-fault`, class: 'fault', role: 'alert' })
  input.setAttribute('aria-describedby', fault.id)
  const optional = isOptional ? element('span', { class: 'quiet' }, ` (${messages.ask.optional})`) : null
  return element('div', { class: 'field' }, element('label', { for: input.id }, label, optional), input, fault)
}

/** Where it was written, for the team alone. Not what stands after `#`, which servers are never told. */
function pageUrl(): Pick<RequestSubmission, 'pageUrl'> {
  const [address] = location.href.split('#')
  return /^https?:/.test(address!) && address!.length <= maxUrlLength ? { pageUrl: address! } : {}
}
