import { messages } from './messages.ts'

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
  const filled = [...new FormData(form)].filter(([, value]) => value !== '')
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
  if (next === 'offline') return retryWhenOnline(() => turn === last && load(address))
  if (next === 'failed') return location.assign(address)
  document.querySelector('.list-note')?.remove()
  for (const part of ['[data-results]', '[data-tabs]', '.intro']) {
    const fresh = next.querySelector(part)
    if (fresh) document.querySelector(part)?.replaceWith(fresh)
  }
  replaceSorts(next)
  history.replaceState(null, '', address)
}

/** A search can be sorted by best match. Keeps a list that has the focus, which was chosen from just now. */
function replaceSorts(next: Document): void {
  const sorts = document.querySelector('[data-pick=sort]')
  const fresh = next.querySelector('[data-pick=sort]')
  if (sorts && fresh && !sorts.contains(document.activeElement)) sorts.replaceWith(fresh)
}

async function loadMore(event: MouseEvent): Promise<void> {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-more]')
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
  event.preventDefault()
  link.setAttribute('aria-busy', 'true')
  const next = await fetchPage(link.href)
  if (next === 'offline') return retryWhenOnline(() => link.isConnected && link.click())
  document.querySelector('.list-note')?.remove()
  const list = document.querySelector<HTMLElement>('.requests')
  const fresh = next === 'failed' ? null : next.querySelector('.requests')
  if (next === 'failed' || !list || !fresh) return location.assign(link.href)
  list.dataset.extended = ''
  const first = fresh.firstElementChild
  list.append(...fresh.children)
  const more = next.querySelector('.more')
  if (more) link.closest('.more')!.replaceWith(more)
  else link.closest('.more')!.remove()
  first?.querySelector('a')?.focus()
}

/** Keeps the list as it is, says that the reader is offline, and tries again once they are online. */
function retryWhenOnline(retry: () => unknown): void {
  const results = document.querySelector('[data-results]')!
  for (const busy of document.querySelectorAll('[aria-busy]')) busy.removeAttribute('aria-busy')
  if (!document.querySelector('.list-note')) {
    const note = document.createElement('p')
    note.role = 'alert'
    note.className = 'list-note'
    note.textContent = messages.listOffline
    results.before(note)
  }
  addEventListener('online', () => retry(), { once: true })
}

/** Loads a page. Without a connection the result is `offline`; for an error page it is `failed`. */
async function fetchPage(address: string): Promise<Document | 'offline' | 'failed'> {
  try {
    const response = await fetch(address, { headers: { accept: 'text/html' } })
    return response.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : 'failed'
  } catch {
    return 'offline'
  }
}
