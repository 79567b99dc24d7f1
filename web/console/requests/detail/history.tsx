import { Time } from '../../../ui/data/time.tsx'
import { past as words } from '../../messages/requests/detail.ts'
import type { Detail } from './load.ts'
import { More } from './more-links.tsx'
import type { Surroundings } from './page.tsx'

/** What has happened to the request, the last first. */
export function History({ history, now, zone }: Detail & Surroundings) {
  return (
    <section className="request-past" aria-labelledby="request-past">
      <header className="request-section-head">
        <h2 id="request-past">{words.title}</h2>
      </header>
      <ol className="past">
        {history.rows.map((event) => (
          <li key={event.id}>
            <span className="past-text">
              <b>{event.actor}</b> {event.text}
              {event.agent && <span className="text-muted"> {words.by(event.agent)}</span>}
            </span>
            <span className="past-when">
              <Time value={event.at} now={now} zone={zone} />
            </span>
          </li>
        ))}
      </ol>
      <More {...history} />
    </section>
  )
}
