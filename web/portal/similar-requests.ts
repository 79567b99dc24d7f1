const waitMs = 250

/** Shows similar requests below a title while it is typed, so that people vote for those instead. */
export function suggestSimilarRequests(): void {
  const form = document.querySelector<HTMLElement>('[data-similar-at]')
  const title = form?.querySelector<HTMLInputElement>('[name=title]')
  if (!form || !title) return
  let timer = 0
  let running = new AbortController()
  title.addEventListener('input', () => {
    clearTimeout(timer)
    // The results for the previous text are out of date.
    running.abort()
    running = new AbortController()
    const { signal } = running
    timer = window.setTimeout(() => void show(form, title.value, signal), waitMs)
  })
}

async function show(form: HTMLElement, title: string, signal: AbortSignal): Promise<void> {
  const address = `${form.dataset.similarAt}?${new URLSearchParams({ title })}`
  try {
    const response = await fetch(address, { signal })
    if (response.ok) put(form, await response.text())
  } catch {
    // Keeps the current list without a connection; sending the form shows the error.
  }
}

function put(form: HTMLElement, text: string): void {
  const place = form.querySelector('[data-similar]')!
  const fresh = new DOMParser().parseFromString(text, 'text/html').body
  place.replaceChildren(...fresh.childNodes)
  const announcement = place.querySelector<HTMLElement>('[data-count]')?.dataset.count ?? ''
  const status = form.querySelector('[data-similar-status]')!
  // Announced once and not with each letter.
  if (status.textContent !== announcement) status.textContent = announcement
}
