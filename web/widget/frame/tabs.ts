import { element } from './element.ts'
import { markNews } from './launcher.ts'
import { type Section, type TabName, tabNames } from '../tabs/tab.ts'
import { words } from '../messages.ts'

/** Tabs as the ARIA practices have them: one of them is in the order of Tab, the arrows lead to the others. */
export interface Tabs {
  list: HTMLElement
  panels: HTMLElement[]
  /** Which of them there are. */
  offer(offered: Record<TabName, boolean>): void
  /** Shows one and puts the focus on its tab. @param wanted default: the one that is shown, or the first */
  select(wanted?: TabName): void
  /** What is shown has new content. */
  showAgain(): void
  mark(unread: number): void
}

export function createTabs(sections: Record<TabName, Section>, whenShown: (tab: TabName) => void): Tabs {
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
        words.tabs[name],
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
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': words.region })
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
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: there.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    select(there.at(to % there.length)!)
  })
  return {
    list,
    panels,
    offer(which) {
      for (const name of tabNames) tabs[name].hidden = !which[name]
    },
    select: (wanted) => select(wanted ?? shown),
    showAgain: () => shown && whenShown(shown),
    mark: (unread) => markNews(tabs.news, marks, words.tabs.news, unread),
  }
}
