import { element } from '../frame/element.ts'
import type { Ground } from './tab.ts'
import { requestList } from './vote-tab.ts'
import { words } from '../messages.ts'

// A word's worth of typing.
const waitMs = 300
const charactersAtLeast = 4

export interface Similar {
  element: HTMLElement
  linkTo(address: string): void
  clear(): void
}

/** While a title is typed: what says about the same, so that people vote for it instead. */
export function watchTitle(title: HTMLInputElement, ground: Ground): Similar {
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
    if ([...text].length < charactersAtLeast) return clear()
    const { signal } = running
    // Without them the form is as good as before.
    const found = await ground.server.similar(text, await ground.identity.session(), signal).catch(() => [])
    if (signal.aborted) return
    if (found.length === 0) return clear()
    said.textContent = words.ask.similarCount(found.length)
    list.replaceChildren(element('p', { class: 'quiet' }, words.ask.similar), requestList(ground, address, found))
  }
  title.addEventListener('input', () => {
    running.abort()
    running = new AbortController()
    clearTimeout(timer)
    timer = window.setTimeout(() => void look(), waitMs)
  })
  return {
    element: element('div', { class: 'similar' }, said, list),
    linkTo(portal) {
      address = portal
    },
    clear,
  }
}
