import { messages } from '../messages.ts'
import { type TabName, type TabView, tabNames } from '../tabs/tab.ts'
import { element } from './element.ts'
import { showUnreadBadge } from './launcher.ts'

/** Tabs as in the ARIA Authoring Practices: one is in the tab order, and arrow keys move to the others. */
export interface TabList {
  list: HTMLElement
  panels: HTMLElement[]
  /** Shows the tabs of the sections that the workspace shows. */
  setAvailable(offered: Record<TabName, boolean>): void
  /** Shows a tab and focuses it. @param wanted default: the current tab, or the first */
  select(wanted?: TabName): void
  /** Reports that the current tab has new content. */
  refresh(): void
  showUnread(unread: number): void
}

export function createTabList(sections: Record<TabName, TabView>, whenShown: (tab: TabName) => void): TabList {
  const marks = element('span', { class: 'mark', hidden: true })
  const tabs = Object.fromEntries(
    tabNames.map((name) => [
      name,
      element(
        'button',
        {
          class: 'tab',
          type: 'button',
          role: 'tab',
          id: `tab-${name}`,
          'aria-controls': `panel-${name}`,
          click: () => select(name),
        },
        messages.tabs[name],
        name === 'news' ? marks : null,
      ),
    ]),
  ) as Record<TabName, HTMLButtonElement>
  const panels = tabNames.map((name) =>
    element(
      'div',
      { class: 'tabpanel', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: '0' },
      sections[name].element,
    ),
  )
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': messages.region })
  list.append(...tabNames.map((name) => tabs[name]))

  let shown: TabName | null = null
  const offered = () => tabNames.filter((name) => !tabs[name].hidden)
  const select = (wanted: TabName | null = shown): void => {
    const there = offered()
    const name = there.find((each) => each === wanted) ?? there[0]
    if (name === undefined) return
    shown = name
    for (const [index, each] of tabNames.entries()) {
      const isShown = each === name
      tabs[each].setAttribute('aria-selected', String(isShown))
      tabs[each].tabIndex = isShown ? 0 : -1
      panels[index]!.hidden = !isShown
    }
    tabs[name].focus()
    whenShown(name)
  }
  list.addEventListener('keydown', (event) => {
    const there = offered()
    const at = there.indexOf(shown!)
    const forward = getComputedStyle(list).direction === 'rtl' ? -1 : 1
    const to = { ArrowRight: at + forward, ArrowLeft: at - forward, Home: 0, End: there.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    select(there.at(to % there.length)!)
  })
  return {
    list,
    panels,
    setAvailable(which) {
      for (const name of tabNames) tabs[name].hidden = !which[name]
    },
    select: (wanted) => select(wanted ?? shown),
    refresh: () => shown && whenShown(shown),
    showUnread: (unread) => showUnreadBadge(tabs.news, marks, messages.tabs.news, unread),
  }
}
