import { errorMessageFor, isSignInRequired } from '../api/client.ts'
import type { WidgetOverview } from '../api/types.ts'
import { messages } from '../messages.ts'
import type { TabName, TabView } from '../tabs/tab.ts'
import { element, externalLink, icon, newTabNote } from './element.ts'
import { createTabList, type TabList } from './tabs.ts'

export interface WidgetPanel {
  dialog: HTMLDialogElement
  /** Opens the panel. @param wanted default: the tab that was open last, or the first */
  open(wanted?: TabName): Promise<void>
  close(): void
  /** Shows the number of unread updates on their tab. */
  showUnread(unread: number): void
}

interface PanelParts {
  sections: Record<TabName, TabView>
  /** Loads the current content. */
  load(): Promise<WidgetOverview>
  signInUrl: string
  onShow(tab: TabName): void
}

const cross = 'M5 5l10 10M15 5 5 15'

/** Creates the modal dialog. The browser traps and restores the focus, and closes the dialog on Escape. */
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
  // Closes on a press outside. A click would also fire when a text selection ends there.
  dialog.addEventListener('pointerdown', (event) => event.target === dialog && close())

  let isFilled = false
  const fill = (overview: WidgetOverview) => {
    heading.textContent = overview.workspace.name
    for (const section of Object.values(sections)) section.show(overview)
    const { requests, changelog } = overview.sections
    tabs.setAvailable({ ask: requests, vote: requests, news: changelog })
    foot.replaceChildren(
      externalLink(overview.address, {}, messages.portal({ workspace: overview.workspace.name }), newTabNote()),
      ...overview.links.map(({ label, url }) => externalLink(url, { class: 'legal' }, label, newTabNote())),
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
      // Earlier content is still useful.
      if (!isFilled) body.replaceChildren(errorNotice(error, signInUrl, () => open(wanted)))
    }
  }
  return { dialog, open, close, showUnread: tabs.showUnread }
}

function errorNotice(error: unknown, signInUrl: string, retry: () => void): HTMLElement {
  const needsSignIn = isSignInRequired(error)
  return element(
    'div',
    { class: 'note', role: 'alert' },
    element('p', {}, needsSignIn ? messages.errors.signIn : errorMessageFor(error)),
    needsSignIn
      ? externalLink(signInUrl, { class: 'button' }, messages.errors.signInLink)
      : element('button', { class: 'button', type: 'button', click: retry }, messages.retry),
  )
}
