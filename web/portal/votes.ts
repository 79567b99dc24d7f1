import { formatVoteCount } from '#i18n/format.ts'
import { messages } from './messages.ts'
import { postJson, type RequestError } from './post-json.ts'

/** Updates a vote optimistically, and then shows the server's count, which includes other people's votes. */
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
  /** The server's latest state. */
  confirmed: Vote
  /** The state wanted by the latest press, if it has not been sent. */
  wanted: boolean | null
}

// Votes for a request are sent one after the other; the latest press wins.
const pendingVotes = new WeakMap<HTMLFormElement, PendingVote>()

function toggleVote(form: HTMLFormElement): void {
  const before = readVote(form)
  const wanted = !before.isVoted
  containerOf(form).querySelector('.vote-note')?.remove()
  renderVote(form, { isVoted: wanted, votes: before.votes + (wanted ? 1 : -1) })
  const running = pendingVotes.get(form)
  if (running) running.wanted = wanted
  else void syncVote(form, { confirmed: before, wanted })
}

async function syncVote(form: HTMLFormElement, turn: PendingVote): Promise<void> {
  pendingVotes.set(form, turn)
  try {
    while (turn.wanted !== null && turn.wanted !== turn.confirmed.isVoted) {
      const requested = turn.wanted
      const vote = await postJson<Vote>(form.action, { vote: requested ? 'cast' : 'withdraw' })
      if (vote === null) return
      turn.confirmed = vote
      if (turn.wanted === requested) turn.wanted = null
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
  votes: Number(countElement(form).dataset.count),
})

function renderVote(form: HTMLFormElement, { isVoted, votes: count }: Vote): void {
  const button = buttonOf(form)
  button.setAttribute('aria-pressed', String(isVoted))
  button.value = isVoted ? 'withdraw' : 'cast'
  const element = countElement(form)
  element.dataset.count = String(count)
  element.textContent = formatVoteCount(count)
  button.setAttribute('aria-label', messages.voteButton({ title: form.dataset.title!, count }))
}

/** The row, card or heading that the button belongs to. */
const containerOf = (form: HTMLFormElement): Element => form.parentElement!

/** Shows an error below the row of the button, and announces it to screen readers. */
function showError(form: HTMLFormElement, sentence: string): void {
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'vote-note'
  note.textContent = sentence
  containerOf(form).append(note)
}
