import type { WebhookAttempt } from '#server/webhooks/schema.ts'
import { Badge } from '../../../../ui/data/badge.tsx'
import { DateText } from '../../../../ui/data/time.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { deliveriesMessages as messages } from '../../../messages/settings/webhooks.ts'
import type { DeliveryPage } from './delivery-page.tsx'
import { describeResponse } from './delivery-row.tsx'

/** Lists what happened in each attempt, the newest first. */
export function AttemptsCard({ delivery: { attempts }, zone }: DeliveryPage) {
  return (
    <Card title={messages.attemptsTitle} flush={attempts.length > 0}>
      {attempts.length === 0 ? (
        <p className="text-13 text-muted">{messages.attemptsEmpty}</p>
      ) : (
        <ol className="rows" aria-label={messages.attemptList} reversed>
          {attempts
            .map((attempt, at) => <Attempt key={at + 1} attempt={attempt} number={at + 1} zone={zone} />)
            .toReversed()}
        </ol>
      )}
    </Card>
  )
}

function Attempt({ attempt, number, zone }: { attempt: WebhookAttempt; number: number; zone: string }) {
  const { at, durationMs, error, responseStatus, responseExcerpt } = attempt
  return (
    <li className="row flex-wrap">
      <div className="row-main">
        <span className="row-title">{messages.attempt({ number })}</span>
        <span className="row-meta">
          <DateText value={at} zone={zone} clock />
          <span>{messages.duration({ ms: durationMs })}</span>
        </span>
      </div>
      <div className="row-end">
        <Badge tone={error === null ? 'success' : 'danger'} dot>
          {describeResponse(attempt)}
        </Badge>
      </div>
      {error !== null && <p className="basis-full text-13 text-danger-ink wrap-anywhere">{error}.</p>}
      {responseStatus !== null && (
        <div className="flex min-w-0 basis-full flex-col gap-1">
          <h3 className="text-12 text-muted">{messages.responseExcerpt}</h3>
          {responseExcerpt ? (
            <pre className="code-box">{responseExcerpt}</pre>
          ) : (
            <p className="text-13">{messages.emptyResponse}</p>
          )}
        </div>
      )}
    </li>
  )
}
