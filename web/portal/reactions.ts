import { postJson, type RequestError } from './post-json.ts'

interface Reaction {
  emoji: string
  count: number
  isOwn: boolean
}

/** A reaction answers at once and settles when the server has answered, as a vote does (vote.ts). */
export function enableInlineReactions(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const button = event.submitter as HTMLButtonElement | null
    if (!form.matches('[data-reactions]') || !button) return
    event.preventDefault()
    // What was pressed while the answer to an earlier press is on its way comes after it.
    const before = pendingReactions.get(form) ?? Promise.resolve()
    pendingReactions.set(
      form,
      before.then(() => toggleReaction(form, button)),
    )
  })
}

const pendingReactions = new WeakMap<HTMLFormElement, Promise<void>>()

async function toggleReaction(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  const before = readReaction(button)
  const isOn = !before.isOwn
  renderReaction(button, { ...before, isOwn: isOn, count: before.count + (isOn ? 1 : -1) })
  try {
    const said = await postJson<{ reactions: Reaction[] }>(form.action, { emoji: button.value, isOn })
    if (said) applyReactions(form, said.reactions)
  } catch (error) {
    renderReaction(button, before)
    showError(form, (error as RequestError).message)
  }
}

/** The counts are the server's, whoever else reacts. */
function applyReactions(form: HTMLFormElement, reactions: Reaction[]): void {
  form.querySelector('[role=alert]')?.remove()
  for (const button of form.querySelectorAll<HTMLButtonElement>('button')) {
    const none = { emoji: button.value, count: 0, isOwn: false }
    renderReaction(button, reactions.find(({ emoji }) => emoji === button.value) ?? none)
  }
}

const countElement = (button: HTMLElement) => button.querySelector<HTMLElement>('[data-count]')!

const readReaction = (button: HTMLButtonElement): Reaction => ({
  emoji: button.value,
  count: Number(countElement(button).textContent!.replaceAll(/\D/g, '')),
  isOwn: button.getAttribute('aria-pressed') === 'true',
})

function renderReaction(button: HTMLButtonElement, { count, isOwn }: Reaction): void {
  const number = count.toLocaleString('en')
  button.setAttribute('aria-pressed', String(isOwn))
  button.name = isOwn ? 'withdraw' : 'react'
  countElement(button).textContent = count === 0 ? '' : number
  button.setAttribute('aria-label', `${button.title}, ${number} ${count === 1 ? 'reaction' : 'reactions'}`)
}

/** Beside the buttons, and to a screen reader. */
function showError(form: HTMLFormElement, sentence: string): void {
  form.querySelector('[role=alert]')?.remove()
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'fault'
  note.textContent = sentence
  form.append(note)
}
