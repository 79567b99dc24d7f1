import { element } from '../frame/element.ts'
import { messages } from '../messages.ts'
import type { WidgetContext } from './tab.ts'
import { createRequestList } from './vote-tab.ts'

// About the time it takes to type a word.
const waitMs = 300
const minTitleLength = 4

export interface SimilarRequestList {
  element: HTMLElement
  setPortalUrl(address: string): void
  clear(): void
}

/** Lists similar requests while a title is typed, so that people vote for those instead. */
export function createSimilarRequestList(title: HTMLInputElement, context: WidgetContext): SimilarRequestList {
  const list = element('div', {})
  const status = element('p', { class: 'hidden', role: 'status' })
  let address = ''
  let timer = 0
  let running = new AbortController()

  const clear = () => {
    list.replaceChildren()
    status.textContent = ''
  }
  const search = async () => {
    const text = title.value.trim()
    if ([...text].length < minTitleLength) return clear()
    const { signal } = running
    // The form works without similar requests.
    const found = await context.api.similar(text, await context.identity.session(), signal).catch(() => [])
    if (signal.aborted) return
    if (found.length === 0) return clear()
    status.textContent = messages.ask.similarCount({ count: found.length })
    list.replaceChildren(
      element('p', { class: 'quiet' }, messages.ask.similar),
      createRequestList(context, address, found),
    )
  }
  title.addEventListener('input', () => {
    running.abort()
    running = new AbortController()
    clearTimeout(timer)
    timer = window.setTimeout(() => void search(), waitMs)
  })
  return {
    element: element('div', { class: 'similar' }, status, list),
    setPortalUrl(portal) {
      address = portal
    },
    clear,
  }
}
