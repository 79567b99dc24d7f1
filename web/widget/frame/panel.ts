import { away, element, icon } from './element.ts'
import type { Section, TabName } from '../tabs/tab.ts'
import { isForKnown, sentenceOf } from '../api/client.ts'
import { createTabs, type Tabs } from './tabs.ts'
import type { Overview } from '../api/types.ts'
import { words } from '../messages.ts'

export interface Panel {
  dialog: HTMLDialogElement
  /** @param wanted default: the one that was open last, or the first */
  open(wanted?: TabName): Promise<void>
  close(): void
  /** Shows how much news there is on its tab. */
  mark(unread: number): void
}

interface PanelParts {
  sections: Record<TabName, Section>
  /** What is there now. */
  load(): Promise<Overview>
  /** Where to sign in. */
  signInUrl: string
  whenShown(tab: TabName): void
}

const cross = 'M5 5l10 10M15 5 5 15'

/** A modal dialog: the browser keeps the focus inside, gives it back, and closes at Escape. */
export function createPanel({ sections, load, signInUrl, whenShown }: PanelParts): Panel {
  const heading = element('h2', { id: 'heading', class: 'heading', dir: 'auto' })
  const body = element('div', { class: 'body' })
  const foot = element('p', { class: 'foot' })
  const dialog = element('dialog', { class: 'panel', 'aria-labelledby': 'heading' })
  const close = () => dialog.close()
  const tabs: Tabs = createTabs(sections, whenShown)
  const closing = element('button', { class: 'close', type: 'button', 'aria-label': words.close, click: close })
  closing.append(icon(cross))
  dialog.append(element('div', { class: 'sheet' }, element('header', { class: 'top' }, heading, closing), body, foot))
  // Outside of it. A press and not a click, which would also be where a selection of text ends.
  dialog.addEventListener('pointerdown', (event) => event.target === dialog && close())

  let isFilled = false
  const fill = (overview: Overview) => {
    heading.textContent = overview.workspace.name
    for (const section of Object.values(sections)) section.show(overview)
    const { requests, changelog } = overview.sections
    tabs.offer({ ask: requests, vote: requests, news: changelog })
    foot.replaceChildren(
      away(
        overview.address,
        {},
        words.portal(overview.workspace.name),
        element('span', { class: 'hidden' }, `, ${words.newTab}`),
      ),
    )
    if (!isFilled) body.replaceChildren(tabs.list, ...tabs.panels)
    isFilled = true
  }
  const open = async (wanted?: TabName): Promise<void> => {
    if (!dialog.open) dialog.showModal()
    if (isFilled) tabs.select(wanted)
    else body.replaceChildren(element('p', { class: 'note', role: 'status' }, words.loading))
    try {
      const wasFilled = isFilled
      fill(await load())
      if (wasFilled) tabs.showAgain()
      else tabs.select(wanted)
    } catch (error) {
      // What was there before is still of use.
      if (!isFilled) body.replaceChildren(faultOf(error, signInUrl, () => open(wanted)))
    }
  }
  return { dialog, open, close, mark: tabs.mark }
}

function faultOf(error: unknown, signInUrl: string, again: () => void): HTMLElement {
  const isForOthers = isForKnown(error)
  return element(
    'div',
    { class: 'note', role: 'alert' },
    element('p', {}, isForOthers ? words.faults.signIn : sentenceOf(error)),
    isForOthers
      ? away(signInUrl, { class: 'button' }, words.faults.signInLink)
      : element('button', { class: 'button', type: 'button', click: again }, words.again),
  )
}
