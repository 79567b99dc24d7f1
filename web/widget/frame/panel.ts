import { errorMessageFor, isSignInRequired } from '../api/client.ts'
import type { WidgetOverview } from '../api/types.ts'
import { messages } from '../messages.ts'
import type { TabName, TabView } from '../tabs/tab.ts'
import { element, externalLink, icon } from './element.ts'
import { createTabList, type TabList } from './tabs.ts'

export interface WidgetPanel {
  dialog: HTMLDialogElement
  /** @param wanted default: the one that was open last, or the first */
  open(wanted?: TabName): Promise<void>
  close(): void
  /** Shows how much news there is on its tab. */
  showUnread(unread: number): void
}

interface PanelParts {
  sections: Record<TabName, TabView>
  /** What is there now. */
  load(): Promise<WidgetOverview>
  /** Where to sign in. */
  signInUrl: string
  onShow(tab: TabName): void
}

const cross = 'M5 5l10 10M15 5 5 15'

/** A modal dialog: the browser keeps the focus inside, gives it back, and closes at Escape. */
export function createPanel({ sections, load, signInUrl, onShow: whenShown }: PanelParts): WidgetPanel {
  const heading = element('h2', { id: 'heading', class: 'heading', dir: 'auto' })
  const body = element('div', { class: 'body' })
  const foot = element('p', { class: 'foot' })
  const dialog = element('dialog', { class: 'panel', 'aria-labelledby': 'heading' })
  const close = () => dialog.close()
  const tabs: TabList = createTabList(sections, whenShown)
  const closing = element('button', { class: 'close', type: 'button', 'aria-label': messages.close, click: close })
  closing.append(icon(cross))
  dialog.append(element('div', { class: 'sheet' }, element('header', { class: 'top' }, heading, closing), body, foot))
  // Outside of it. A press and not a click, which would also be where a selection of text ends.
  dialog.addEventListener('pointerdown', (event) => event.target === dialog && close())

  let isFilled = false
  const fill = (overview: WidgetOverview) => {
    heading.textContent = overview.workspace.name
    for (const section of Object.values(sections)) section.show(overview)
    const { requests, changelog } = overview.sections
    tabs.setAvailable({ ask: requests, vote: requests, news: changelog })
    foot.replaceChildren(
      externalLink(
        overview.address,
        {},
        messages.portal(overview.workspace.name),
        element('span', { class: 'hidden' }, `, ${messages.newTab}`),
      ),
    )
    if (!isFilled) body.replaceChildren(tabs.list, ...tabs.panels)
    isFilled = true
  }
  const open = async (wanted?: TabName): Promise<void> => {
    if (!dialog.open) dialog.showModal()
    if (isFilled) tabs.select(wanted)
    else body.replaceChildren(element('p', { class: 'note', role: 'status' }, messages.loading))
    try {
      const wasFilled = isFilled
      fill(await load())
      if (wasFilled) tabs.refresh()
      else tabs.select(wanted)
    } catch (error) {
      // What was there before is still of use.
      if (!isFilled) body.replaceChildren(errorNotice(error, signInUrl, () => open(wanted)))
    }
  }
  return { dialog, open, close, showUnread: tabs.showUnread }
}

function errorNotice(error: unknown, signInUrl: string, again: () => void): HTMLElement {
  const isForOthers = isSignInRequired(error)
  return element(
    'div',
    { class: 'note', role: 'alert' },
    element('p', {}, isForOthers ? messages.faults.signIn : errorMessageFor(error)),
    isForOthers
      ? externalLink(signInUrl, { class: 'button' }, messages.faults.signInLink)
      : element('button', { class: 'button', type: 'button', click: again }, messages.again),
  )
}
