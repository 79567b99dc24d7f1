import { messages } from '../messages.ts'
import { element, icon } from './element.ts'

// Larger numbers would not fit or say anything more.
const maxShown = 9

const bubble = 'M4 4.5h12v8.5h-6l-3.5 3v-3H4z'

/** The button at the edge of the page, with a badge that counts unread updates. */
export interface Launcher {
  button: HTMLButtonElement
  showUnread(unread: number): void
}

export function createLauncher(label: string, open: () => void): Launcher {
  const mark = element('span', { class: 'mark', hidden: true })
  const button = element(
    'button',
    { class: 'launcher', type: 'button', 'aria-haspopup': 'dialog', click: open },
    icon(bubble),
    element('span', { class: 'launcher-label' }, label),
    mark,
  )
  return { button, showUnread: (unread) => showUnreadBadge(button, mark, label, unread) }
}

/** Shows the number of unread updates, and adds it to the name that screen readers read. */
export function showUnreadBadge(button: HTMLElement, mark: HTMLElement, name: string, unread: number): void {
  const isMore = unread > maxShown
  mark.hidden = unread === 0
  mark.dataset.count = isMore ? `${maxShown}+` : String(unread)
  const label = isMore
    ? messages.withManyUnread({ label: name, count: maxShown })
    : messages.withUnread({ label: name, count: unread })
  button.ariaLabel = unread === 0 ? name : label
}
