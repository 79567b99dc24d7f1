import { Time } from '../../../ui/data/time.tsx'
import { historyMessages as messages } from '../../messages/requests/detail.ts'
import type { RequestDetail } from './load.ts'
import { MoreLinks } from './more-links.tsx'
import type { SharedProps } from './page.tsx'
import { Told } from './told.tsx'

/** Lists what has happened to the request, latest first. */
export function RequestHistory({ history, request, home, now, zone }: RequestDetail & SharedProps) {
  return (
    <section className="request-history" aria-labelledby="request-history">
      <header className="request-section-head">
        <h2 id="request-history">{messages.title}</h2>
      </header>
      <ol className="request-history-list">
        {history.rows.map((event) => (
          <li key={event.id}>
            <span className="request-history-text">
              <b>{event.actor}</b> {event.text}
              {event.mail && !event.isMailed && <span className="text-muted"> · {event.mail}</span>}
              {event.agent && <span className="text-muted"> {messages.by({ agent: event.agent })}</span>}
              {event.mail && event.isMailed && (
                <Told home={home} requestId={request.feedback.id} of={`event=${event.id}`} text={event.mail} />
              )}
            </span>
            <span className="request-history-when">
              <Time value={event.at} now={now} zone={zone} />
            </span>
          </li>
        ))}
      </ol>
      <MoreLinks {...history} />
    </section>
  )
}
