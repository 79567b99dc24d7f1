const waitMs = 250

/** While a title is typed, requests like it are shown below, so that people vote for those instead. */
export function suggestSimilarRequests(): void {
  const form = document.querySelector<HTMLElement>('[data-similar-at]')
  const title = form?.querySelector<HTMLInputElement>('[name=title]')
  if (!form || !title) return
  let timer = 0
  let running = new AbortController()
  title.addEventListener('input', () => {
    clearTimeout(timer)
    // What was asked for is out of date already.
    running.abort()
    running = new AbortController()
    const { signal } = running
    timer = window.setTimeout(() => void show(form, title.value, signal), waitMs)
  })
}

async function show(form: HTMLElement, title: string, signal: AbortSignal): Promise<void> {
  const address = `${form.dataset.similarAt}?${new URLSearchParams({ title })}`
  try {
    const answer = await fetch(address, { signal })
    if (answer.ok) put(form, await answer.text())
  } catch {
    // Without a connection what stands there stays; the form says so itself when it is sent.
  }
}

function put(form: HTMLElement, text: string): void {
  const place = form.querySelector('[data-similar]')!
  const fresh = new DOMParser().parseFromString(text, 'text/html').body
  place.replaceChildren(...fresh.childNodes)
  const count = place.querySelectorAll('li').length
  const told = count === 0 ? '' : `${count} similar ${count === 1 ? 'request' : 'requests'} below the title`
  const status = form.querySelector('[data-similar-status]')!
  // Said once, and not with each letter.
  if (status.textContent !== told) status.textContent = told
}
