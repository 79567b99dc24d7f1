import { type Refused, send } from './post-json.ts'

/** A vote answers at once and settles when the server has answered: the count is the server's, whoever else votes. */
export function voteInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches('[data-vote]')) return
    event.preventDefault()
    press(form)
  })
}

interface Vote {
  isVoted: boolean
  votes: number
}

interface Turn {
  /** What the server has last said. */
  known: Vote
  /** What was pressed since it was asked. */
  wanted: boolean | null
}

// One after the other for each request: the last press is what counts.
const turns = new WeakMap<HTMLFormElement, Turn>()

function press(form: HTMLFormElement): void {
  const before = shownBy(form)
  const wanted = !before.isVoted
  form.querySelector('[role=alert]')?.remove()
  show(form, { isVoted: wanted, votes: before.votes + (wanted ? 1 : -1) })
  const running = turns.get(form)
  if (running) running.wanted = wanted
  else void settle(form, { known: before, wanted })
}

async function settle(form: HTMLFormElement, turn: Turn): Promise<void> {
  turns.set(form, turn)
  try {
    while (turn.wanted !== null && turn.wanted !== turn.known.isVoted) {
      const asked = turn.wanted
      const said = await send<Vote>(form.action, { vote: asked ? 'cast' : 'withdraw' })
      if (said === null) return
      turn.known = said
      if (turn.wanted === asked) turn.wanted = null
    }
    show(form, turn.known)
  } catch (error) {
    show(form, turn.known)
    tell(form, (error as Refused).message)
  } finally {
    turns.delete(form)
  }
}

const buttonOf = (form: HTMLFormElement) => form.querySelector('button')!
const countElement = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-count]')!

const shownBy = (form: HTMLFormElement): Vote => ({
  isVoted: buttonOf(form).getAttribute('aria-pressed') === 'true',
  votes: Number(countElement(form).textContent!.replaceAll(/\D/g, '')),
})

function show(form: HTMLFormElement, { isVoted, votes: count }: Vote): void {
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
function tell(form: HTMLFormElement, sentence: string): void {
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'vote-note'
  note.textContent = sentence
  form.append(note)
}
