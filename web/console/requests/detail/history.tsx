import { Time } from '../../../ui/data/time.tsx'
import { historyMessages as messages } from '../../messages/requests/detail.ts'
import type { RequestDetail } from './load.ts'
import { MoreLinks } from './more-links.tsx'
import type { SharedProps } from './page.tsx'

/** Lists what has happened to the request, latest first. */
export function RequestHistory({ history, now, zone }: RequestDetail & SharedProps) {
  return (
    <section className="request-past" aria-labelledby="request-past">
      <header className="request-section-head">
        <h2 id="request-past">{messages.title}</h2>
      </header>
      <ol className="past">
        {history.rows.map((event) => (
          <li key={event.id}>
            <span className="past-text">
              <b>{event.actor}</b> {event.text}
              {event.agent && <span className="text-muted"> {messages.by({ agent: event.agent })}</span>}
            </span>
            <span className="past-when">
              <Time value={event.at} now={now} zone={zone} />
            </span>
          </li>
        ))}
      </ol>
      <MoreLinks {...history} />
    </section>
  )
}
