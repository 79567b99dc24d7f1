import { element } from '../frame/element.ts'
import { messages } from '../messages.ts'
import type { WidgetContext } from './tab.ts'
import { createRequestList } from './vote-tab.ts'

// A word's worth of typing.
const waitMs = 300
const minTitleLength = 4

export interface SimilarRequestList {
  element: HTMLElement
  setPortalUrl(address: string): void
  clear(): void
}

/** While a title is typed: what says about the same, so that people vote for it instead. */
export function createSimilarRequestList(title: HTMLInputElement, ground: WidgetContext): SimilarRequestList {
  const list = element('div', {})
  const said = element('p', { class: 'hidden', role: 'status' })
  let address = ''
  let timer = 0
  let running = new AbortController()

  const clear = () => {
    list.replaceChildren()
    said.textContent = ''
  }
  const look = async () => {
    const text = title.value.trim()
    if ([...text].length < minTitleLength) return clear()
    const { signal } = running
    // Without them the form is as good as before.
    const found = await ground.api.similar(text, await ground.identity.session(), signal).catch(() => [])
    if (signal.aborted) return
    if (found.length === 0) return clear()
    said.textContent = messages.ask.similarCount(found.length)
    list.replaceChildren(
      element('p', { class: 'quiet' }, messages.ask.similar),
      createRequestList(ground, address, found),
    )
  }
  title.addEventListener('input', () => {
    running.abort()
    running = new AbortController()
    clearTimeout(timer)
    timer = window.setTimeout(() => void look(), waitMs)
  })
  return {
    element: element('div', { class: 'similar' }, said, list),
    setPortalUrl(portal) {
      address = portal
    },
    clear,
  }
}
