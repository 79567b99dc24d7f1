import { formatDate, formatFullDateTime } from '#i18n/format.ts'
import type { WidgetOverview } from '../api/types.ts'
import { element, externalLink } from '../frame/element.ts'
import { messages } from '../messages.ts'

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

/** Creates the list of the latest entries, with links to their pages on the portal. */
export function createChangelogTab() {
  const place = element('div', {})
  const show = ({ entries, address }: WidgetOverview) => {
    place.replaceChildren(
      entries.length === 0
        ? element('p', { class: 'quiet' }, messages.news.none)
        : element(
            'ul',
            { class: 'entries' },
            ...entries.map(({ id, title, excerpt, publishedAt }) => {
              const date = new Date(publishedAt)
              return element(
                'li',
                { class: 'entry' },
                element(
                  'time',
                  { datetime: publishedAt, title: formatFullDateTime(date, timeZone) },
                  formatDate(date, timeZone),
                ),
                element('h3', {}, externalLink(`${address}/changelog/${id}`, { dir: 'auto' }, title)),
                element('p', { class: 'quiet', dir: 'auto' }, excerpt),
              )
            }),
          ),
      element('p', { class: 'more' }, externalLink(`${address}/changelog`, {}, messages.news.all)),
    )
  }
  return { element: place, show }
}
