import { CalendarClock, Inbox, MessageCircleQuestionMark } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { formatNumber } from '../../ui/data/number-text.tsx'
import { DateText, Time } from '../../ui/data/time.tsx'
import { overview as words } from '../messages/overview.ts'
import type { OverviewData } from './page.tsx'

/** What waits for somebody, each a way to it. */
export function Attention({ toModerate, unanswered, scheduled, home }: OverviewData) {
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const [next] = scheduled
  return (
    <section aria-label={words.attention} className="tiles">
      <Tile
        to={`${home}/requests/review`}
        icon={<Inbox size={16} aria-hidden />}
        title={words.toReview.title}
        count={toModerate.count}
        // Counted no further.
        isMore={toModerate.count >= 1_000}
        isUrgent
      >
        {toModerate.oldestAt ? (
          <>
            {words.toReview.oldest} <Time value={toModerate.oldestAt} zone={zone} now={now} />
          </>
        ) : (
          words.toReview.none
        )}
      </Tile>
      <Tile
        to="#unanswered"
        icon={<MessageCircleQuestionMark size={16} aria-hidden />}
        title={words.unanswered.title}
        count={unanswered.count}
        isMore={unanswered.isMore}
      >
        {unanswered.count > 0 ? words.unanswered.some(unanswered.count) : words.unanswered.none}
      </Tile>
      <Tile
        to={`${home}/changelog?state=scheduled`}
        icon={<CalendarClock size={16} aria-hidden />}
        title={words.scheduled.title}
        count={scheduled.length}
        // As many are read as are shown.
        isMore={scheduled.length === 5}
      >
        {next ? (
          <>
            {words.scheduled.next} <DateText value={next.at} zone={zone} clock />
          </>
        ) : (
          words.scheduled.none
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
      <p className="tile-count">{isMore ? words.atLeast(count) : formatNumber(count)}</p>
      <p className="tile-note">{children}</p>
    </div>
  )
}
