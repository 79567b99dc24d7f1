import { formatDate, formatFullDateTime } from '#i18n/format.ts'
import { errorMessageFor } from '../api/client.ts'
import type { ChangelogEntry, WidgetOverview } from '../api/types.ts'
import { element, externalLink, icon, newTabNote } from '../frame/element.ts'
import { renderRichText } from '../frame/rich-text.ts'
import { messages } from '../messages.ts'
import type { TabView, WidgetContext } from './tab.ts'
import type { UnreadTracker } from './unread.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
const backArrow = 'M12 4.5 6.5 10l5.5 5.5'

/** Creates the list of the latest entries. An entry opens in the place of the list. */
export function createChangelogTab(context: WidgetContext, seen: UnreadTracker): TabView {
  const list = element('div', {})
  const place = element('div', {}, list)
  let scrollTop = 0
  const open = (entry: ChangelogEntry, url: string) => {
    scrollTop = place.parentElement!.scrollTop
    const heading = element('h3', { tabindex: '-1', dir: 'auto' }, entry.title)
    const back = () => {
      place.replaceChildren(list)
      place.parentElement!.scrollTop = scrollTop
      list.querySelector<HTMLElement>(`[href="${url}"]`)?.focus({ preventScroll: true })
    }
    place.replaceChildren(entryView(context, entry, url, heading, back))
    place.parentElement!.scrollTop = 0
    heading.focus()
  }
  const show = ({ entries, address }: WidgetOverview) => {
    const items = entries.map((entry) => {
      const url = `${address}/changelog/${entry.id}`
      return entryItem(entry, url, seen.isUnread(entry), () => open(entry, url))
    })
    list.replaceChildren(
      entries.length === 0
        ? element('p', { class: 'quiet' }, messages.news.none)
        : element('ul', { class: 'entries' }, ...items),
      element('p', { class: 'more' }, externalLink(`${address}/changelog`, {}, messages.news.all, newTabNote())),
    )
  }
  return { element: place, show }
}

function entryItem(entry: ChangelogEntry, url: string, isUnread: boolean, open: () => void): HTMLElement {
  // A link, so that it can also be opened in a new tab, where it leads to the portal.
  const click = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    open()
  }
  return element(
    'li',
    { class: 'entry' },
    metaLine(entry, isUnread ? element('span', { class: 'new' }, messages.news.unread) : null),
    element('h3', {}, element('a', { href: url, dir: 'auto', click }, entry.title)),
    element('p', { class: 'quiet', dir: 'auto' }, entry.excerpt),
  )
}

/** Creates the view of one entry, and loads its text. */
function entryView(
  { api, identity }: WidgetContext,
  entry: ChangelogEntry,
  url: string,
  heading: HTMLElement,
  back: () => void,
): HTMLElement {
  const body = element('div', {}, element('p', { class: 'quiet', role: 'status' }, messages.loading))
  const meta = metaLine(entry, null)
  const load = async () => {
    const { html, versionLabel } = await api.entry(entry.id, await identity.session())
    if (versionLabel !== null) meta.append(element('bdi', { class: 'version' }, versionLabel))
    body.replaceChildren(renderRichText(html))
  }
  load().catch((error) => {
    const text = errorMessageFor(error, messages.news.gone)
    body.replaceChildren(element('p', { class: 'fault', role: 'alert' }, text))
  })
  return element(
    'article',
    { class: 'entry-view' },
    element('button', { class: 'back', type: 'button', click: back }, icon(backArrow), messages.news.back),
    meta,
    heading,
    body,
    element('p', { class: 'more' }, externalLink(url, {}, messages.news.portal, newTabNote())),
  )
}

function metaLine({ publishedAt, tags }: ChangelogEntry, badge: HTMLElement | null): HTMLElement {
  const date = new Date(publishedAt)
  const time = { datetime: publishedAt, title: formatFullDateTime(date, timeZone) }
  return element(
    'p',
    { class: 'meta' },
    badge,
    element('time', time, formatDate(date, timeZone)),
    ...tags.map(({ name, color }) => {
      const tag = element('bdi', { class: 'tag' }, name)
      tag.style.setProperty('--tag', color)
      return tag
    }),
  )
}
