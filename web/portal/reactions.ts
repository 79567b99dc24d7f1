import { messages } from './messages.ts'
import { postJson, type RequestError } from './post-json.ts'

interface Reaction {
  emoji: string
  count: number
  isOwn: boolean
}

/** Updates a reaction optimistically and then shows the server's counts, as votes.ts does. */
export function enableInlineReactions(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    const button = event.submitter as HTMLButtonElement | null
    if (!form.matches('[data-reactions]') || !button) return
    event.preventDefault()
    // A press waits until the response to an earlier one has arrived.
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
    const response = await postJson<{ reactions: Reaction[] }>(form.action, { emoji: button.value, isOn })
    if (response) applyReactions(form, response.reactions)
  } catch (error) {
    renderReaction(button, before)
    showError(form, (error as RequestError).message)
  }
}

/** Shows the server's counts, which include other people's reactions. */
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
  button.setAttribute('aria-pressed', String(isOwn))
  button.name = isOwn ? 'withdraw' : 'react'
  countElement(button).textContent = count === 0 ? '' : messages.number({ count })
  button.setAttribute('aria-label', messages.reaction({ label: button.title, count }))
}

/** Shows an error below the buttons and announces it to screen readers. */
function showError(form: HTMLFormElement, sentence: string): void {
  form.querySelector('[role=alert]')?.remove()
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'fault'
  note.textContent = sentence
  form.append(note)
}
