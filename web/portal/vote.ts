/** A vote answers at once and settles when the server has answered: the count is the server's, whoever else votes. */
export function voteInPlace(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (!form.matches('[data-vote]')) return
    event.preventDefault()
    press(form)
  })
}

// One after the other for each request: the last press is what counts.
const busy = new WeakMap<HTMLFormElement, { wanted: boolean | null }>()

function press(form: HTMLFormElement): void {
  const button = buttonOf(form)
  const wanted = button.getAttribute('aria-pressed') !== 'true'
  show(form, wanted, countOf(form) + (wanted ? 1 : -1))
  const running = busy.get(form)
  if (running) running.wanted = wanted
  else void settle(form, wanted)
}

async function settle(form: HTMLFormElement, wanted: boolean): Promise<void> {
  const state: { wanted: boolean | null } = { wanted: null }
  busy.set(form, state)
  try {
    const answer = await fetch(form.action, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ vote: wanted ? 'cast' : 'withdraw' }),
    })
    const body = await answer.json()
    if (body.signIn) return location.assign(body.signIn)
    if (!answer.ok) throw new Error(body.error?.message)
    if (state.wanted === null || state.wanted === wanted) show(form, body.isVoted, body.votes)
  } catch (error) {
    show(form, !wanted, countOf(form) + (wanted ? -1 : 1))
    tell(
      form,
      error instanceof TypeError
        ? 'There is no connection. Your vote was not counted.'
        : String((error as Error).message),
    )
    return void busy.delete(form)
  }
  busy.delete(form)
  if (state.wanted !== null && state.wanted !== wanted) await settle(form, state.wanted)
}

const buttonOf = (form: HTMLFormElement) => form.querySelector('button')!
const countElement = (form: HTMLFormElement) => form.querySelector<HTMLElement>('[data-count]')!
const countOf = (form: HTMLFormElement) => Number(countElement(form).textContent!.replaceAll(/\D/g, ''))

function show(form: HTMLFormElement, isVoted: boolean, count: number): void {
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
  form.querySelector('[role=alert]')?.remove()
  const note = document.createElement('p')
  note.role = 'alert'
  note.className = 'vote-note'
  note.textContent = sentence
  form.append(note)
}
