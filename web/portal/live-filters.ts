const waitMs = 180

/** Updates the list in place when a filter changes. The URL follows, so that back and reload work. */
export function enableLiveFilters(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-live]')
  if (!form) return
  let timer = 0
  const later = (ms: number) => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void load(filterUrl(form)), ms)
  }
  form.addEventListener('input', (event) => later(event.target instanceof HTMLSelectElement ? 0 : waitMs))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    later(0)
  })
  document.addEventListener('click', (event) => void loadMore(event))
  window.addEventListener('popstate', () => location.reload())
}

function filterUrl(form: HTMLFormElement): string {
  const filled = [...new FormData(form)].filter(
    ([name, value]) => value !== '' && `${name}=${value}` !== 'sort=trending',
  )
  const query = new URLSearchParams(filled as [string, string][]).toString()
  return query === '' ? form.action : `${form.action}?${query}`
}

let last = 0

/** Loads the server's page for the URL and replaces the list of this page with its list. */
async function load(address: string): Promise<void> {
  const turn = ++last
  const results = document.querySelector('[data-results]')!
  results.setAttribute('aria-busy', 'true')
  const next = await fetchPage(address)
  if (turn !== last) return
  if (next === null) return location.assign(address)
  for (const part of ['[data-results]', '[data-tabs]', '.intro']) {
    const fresh = next.querySelector(part)
    if (fresh) document.querySelector(part)?.replaceWith(fresh)
  }
  history.replaceState(null, '', address)
}

async function loadMore(event: MouseEvent): Promise<void> {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-more]')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  link.setAttribute('aria-busy', 'true')
  const next = await fetchPage(link.href)
  const list = document.querySelector('.requests')
  const fresh = next?.querySelector('.requests')
  if (!list || !fresh) return location.assign(link.href)
  const first = fresh.firstElementChild
  list.append(...fresh.children)
  const more = next!.querySelector('.more')
  if (more) link.closest('.more')!.replaceWith(more)
  else link.closest('.more')!.remove()
  first?.querySelector('a')?.focus()
}

async function fetchPage(address: string): Promise<Document | null> {
  try {
    const answer = await fetch(address, { headers: { accept: 'text/html' } })
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null
  } catch {
    return null
  }
}
