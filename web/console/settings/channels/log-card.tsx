import { RefreshCw, RotateCw, Send } from 'lucide-react'
import { formatDateTime } from '#i18n/format.ts'
import type { ChannelDelivery } from '#server/webhooks/channels/schema.ts'
import { IconButton, LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge } from '../../../ui/data/badge.tsx'
import { Row, Rows } from '../../../ui/data/list-row.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { classNames } from '../../../ui/lib/class-names.ts'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { channelsMessages as messages } from '../../messages/settings/channels.ts'
import type { ChannelPage } from './channel-page.tsx'

const tones = { pending: 'neutral', succeeded: 'success', failed: 'danger', skipped: 'neutral' } as const

/** The log of a channel: what was sent, with the last response, and what waits. */
export function LogCard(page: ChannelPage) {
  const { deliveries, pageUrl } = page
  return (
    <Card
      title={messages.log}
      description={messages.logAbout}
      actions={
        <LinkButton to={pageUrl} size="sm" preventScrollReset icon={<RefreshCw aria-hidden="true" />}>
          {messages.refresh}
        </LinkButton>
      }
      flush
    >
      {deliveries.length === 0 ? (
        <EmptyState icon={<Send />} title={messages.logEmpty}>
          {messages.logEmptyText}
        </EmptyState>
      ) : (
        <Rows label={messages.log}>
          {deliveries.map((delivery) => (
            <Delivery key={delivery.id} {...page} delivery={delivery} />
          ))}
        </Rows>
      )}
    </Card>
  )
}

type DeliveryProps = ChannelPage & { delivery: ChannelDelivery }

function Delivery({ delivery, channel, pageUrl, now, zone }: DeliveryProps) {
  const { id, status, eventCount, attempts, nextAttemptAt, createdAt } = delivery
  const kind = delivery.kind === 'test' ? messages.testKind : messages.kindLabels[delivery.kind].label
  const time = formatDateTime(new Date(createdAt), zone)
  return (
    <Row
      title={kind}
      meta={
        <>
          <Badge tone={tones[status]} dot>
            {messages.statuses[status]}
          </Badge>
          {eventCount > 1 && <span>{messages.events({ count: eventCount })}</span>}
          {attempts.length > 0 && <span>{messages.attempts({ count: attempts.length })}</span>}
          {nextAttemptAt !== null && (
            <span>
              {messages.nextAttempt} <Time value={nextAttemptAt} now={now} zone={zone} />
            </span>
          )}
          <LastAttempt {...delivery} />
        </>
      }
      end={
        <>
          <span className="text-12 text-muted">
            <Time value={createdAt} now={now} zone={zone} />
          </span>
          {channel.enabled && status !== 'succeeded' && (
            <ActionForm intent="resend" action={pageUrl} fields={{ deliveryId: id }}>
              <IconButton
                type="submit"
                size="sm"
                label={messages.retryOf({ kind, time })}
                icon={<RotateCw aria-hidden="true" />}
              />
            </ActionForm>
          )}
        </>
      }
    />
  )
}

/** Shows what went wrong in the last attempt, and how the product responded. */
function LastAttempt({ attempts, status }: ChannelDelivery) {
  const last = attempts.at(-1)
  if (!last) return null
  return (
    <>
      {last.error !== null && (
        <span className={classNames('wrap-anywhere', status === 'skipped' ? undefined : 'text-danger-ink')}>
          {last.error}.
        </span>
      )}
      {last.responseExcerpt && (
        <span className="wrap-anywhere">{messages.response({ text: last.responseExcerpt.slice(0, 200) })}</span>
      )}
    </>
  )
}
