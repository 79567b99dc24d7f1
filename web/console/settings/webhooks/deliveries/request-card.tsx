import type { WebhookAttempt } from '#server/webhooks/schema.ts'
import { CopyButton } from '../../../../ui/buttons/copy-button.tsx'
import { DescriptionList } from '../../../../ui/data/list-row.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { deliveriesMessages as messages } from '../../../messages/settings/webhooks.ts'
import type { DeliveryPage } from './delivery-page.tsx'

/** Shows the headers and the body of the delivery's requests. */
export function RequestCard({ delivery }: DeliveryPage) {
  return (
    <Card title={messages.request} description={messages.requestText}>
      <div className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-13">{messages.headers}</h3>
          <DescriptionList
            facts={[
              ['content-type', <code key="type">application/json</code>],
              ['user-agent', <code key="agent">Heed</code>],
              ['webhook-id', <code key="id">{delivery.eventId}</code>],
              ['webhook-timestamp', <Timestamp key="timestamp" last={delivery.attempts.at(-1)} />],
              ['webhook-signature', messages.signatureHeader],
            ]}
          />
        </div>
        <div className="flex flex-col gap-2">
          <h3 className="font-medium text-13">{messages.body}</h3>
          {delivery.body === null ? (
            <p className="text-13 text-muted">{messages.bodyExpired}</p>
          ) : (
            <Body json={delivery.body} />
          )}
        </div>
      </div>
    </Card>
  )
}

function Timestamp({ last }: { last: WebhookAttempt | undefined }) {
  if (last === undefined) return messages.timestampHeader
  return (
    <>
      <code>{Math.floor(Date.parse(last.at) / 1_000)}</code>{' '}
      <span className="text-muted">{messages.lastTimestamp}</span>
    </>
  )
}

function Body({ json }: { json: string }) {
  const formatted = JSON.stringify(JSON.parse(json), null, 2)
  return (
    <>
      <p className="text-12 text-muted">{messages.bodyText}</p>
      <div className="flex flex-col items-start gap-2">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls a long body */}
        <pre className="code-box w-full" tabIndex={0} data-copied="">
          {formatted}
        </pre>
        <CopyButton value={formatted} label={messages.copyBody} size="sm" />
      </div>
    </>
  )
}
