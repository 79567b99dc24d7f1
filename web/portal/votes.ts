import { postJson, type RequestError } from './post-json.ts'

/** A vote answers at once and settles when the server has answered: the count is the server's, whoever else votes. */
export function enableInlineVoting(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches('[data-vote]')) return
    event.preventDefault()
    toggleVote(form)
  })
}

interface Vote {
  isVoted: boolean
  votes: number
}

interface PendingVote {
  /** What the server has last said. */
  confirmed: Vote
  /** What was pressed since it was asked. */
  wanted: boolean | null
}

// One after the other for each request: the last press is what counts.
const pendingVotes = new WeakMap<HTMLFormElement, PendingVote>()

function toggleVote(form: HTMLFormElement): void {
  const before = readVote(form)
  const wanted = !before.isVoted
  form.querySelector('[role=alert]')?.remove()
  renderVote(form, { isVoted: wanted, votes: before.votes + (wanted ? 1 : -1) })
  const running = pendingVotes.get(form)
  if (running) running.wanted = wanted
  else void syncVote(form, { confirmed: before, wanted })
}

async function syncVote(form: HTMLFormElement, turn: PendingVote): Promise<void> {
  pendingVotes.set(form, turn)
  try {
    while (turn.wanted !== null && turn.wanted !== turn.confirmed.isVoted) {
      const asked = turn.wanted
      const said = await postJson<Vote>(form.action, { vote: asked ? 'cast' : 'withdraw' })
      if (said === null) return
      turn.confirmed = said
      if (turn.wanted === asked) turn.wanted = null
    }
    renderVote(form, turn.confirmed)
  } catch (error) {
    renderVote(form, turn.confirmed)
    showError(form, (error as RequestError).message)
  } finally {
    pendingVotes.delete(form)
  }
}

const buttonOf = (form: HTMLFormElement) => form.querySelector('button')!
const countElement = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-count]')!

const readVote = (form: HTMLFormElement): Vote => ({
  isVoted: buttonOf(form).getAttribute('aria-pressed') === 'true',
  votes: Number(countElement(form).textContent!.replaceAll(/\D/g, '')),
})

function renderVote(form: HTMLFormElement, { isVoted, votes: count }: Vote): void {
  const button = buttonOf(form)
  button.setAttribute('aria-pressed', String(isVoted))
  button.value = isVoted ? 'withdraw' : 'cast'
  countElement(form).textContent = count.toLocaleString('en')
  button.setAttribute(
    'aria-label',
    button
      .getAttribute('aria-label')!
      .replace(/, [\d,]+ votes?$/, `, ${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`),
  )
}

/** Beside the button, and to a screen reader. */
function showError(form: HTMLFormElement, sentence: string): void {
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'vote-note'
  note.textContent = sentence
  form.append(note)
}
