import { CalendarClock, Inbox, MessageCircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { formatNumber } from '#i18n/format.ts'
import { DateText, Time } from '../../ui/data/time.tsx'
import { overviewMessages as messages } from '../messages/overview.ts'
import { formatListFilter } from '../requests/list/list-filter.ts'
import type { OverviewData } from './page.tsx'

/** Returns the URL of all unanswered requests, in the order of their card. */
export const unansweredUrl = (home: string): string =>
  `${home}/requests${formatListFilter({ unanswered: '1', sort: 'votes' })}`

/** Counts what needs attention, with links. */
export function AttentionTiles({ pendingModeration, unanswered, scheduled, home }: OverviewData) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const [next] = scheduled
  return (
    <section aria-label={messages.attention} className="tiles">
      <Tile
        to={`${home}/requests/review`}
        icon={<Inbox size={16} aria-hidden />}
        title={messages.toReview.title}
        count={pendingModeration.count}
        // The server counts no further.
        isMore={pendingModeration.count >= 1_000}
        isUrgent
      >
        {pendingModeration.oldestAt ? (
          <>
            {messages.toReview.oldest} <Time value={pendingModeration.oldestAt} zone={zone} now={now} />
          </>
        ) : (
          messages.toReview.none
        )}
      </Tile>
      <Tile
        to={unansweredUrl(home)}
        icon={<MessageCircleQuestionMark size={16} aria-hidden />}
        title={messages.unanswered.title}
        count={unanswered.count}
        isMore={unanswered.isMore}
      >
        {unanswered.count > 0 ? messages.unanswered.some({ count: unanswered.count }) : messages.unanswered.none}
      </Tile>
      <Tile
        to={`${home}/changelog?state=scheduled`}
        icon={<CalendarClock size={16} aria-hidden />}
        title={messages.scheduled.title}
        count={scheduled.length}
        // The server loads at most five.
        isMore={scheduled.length === 5}
      >
        {next ? (
          <>
            {messages.scheduled.next} <DateText value={next.at} zone={zone} clock />
          </>
        ) : (
          messages.scheduled.none
        )}
      </Tile>
    </section>
  )
}

interface TileProps {
  to: string
  icon: ReactNode
  title: string
  count: number
  isMore: boolean
  isUrgent?: boolean
  children: ReactNode
}

function Tile({ to, icon, title, count, isMore, isUrgent, children }: TileProps) {
  return (
    <div
      className="tile"
      data-empty={count === 0 ? '' : undefined}
      data-urgent={isUrgent && count > 0 ? '' : undefined}
    >
      <Link to={to} className="row-link tile-title">
        {icon}
        {title}
      </Link>
      <p className="tile-count">{isMore ? messages.atLeast({ count }) : formatNumber(count)}</p>
      <p className="tile-note">{children}</p>
    </div>
  )
}
