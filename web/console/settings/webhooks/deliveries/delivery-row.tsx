import { RotateCw } from 'lucide-react'
import { formatDateTime } from '#i18n/format.ts'
import type { WebhookDelivery } from '#server/webhooks/schema.ts'
import { IconButton } from '../../../../ui/buttons/button.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { Row, RowLink } from '../../../../ui/data/list-row.tsx'
import { Time } from '../../../../ui/data/time.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { deliveriesMessages as messages } from '../../../messages/settings/webhooks.ts'
import type { WebhookPage } from '../load-webhook-page.ts'

const tones = { pending: 'neutral', succeeded: 'success', failed: 'danger' } as const

export const DeliveryBadge = ({ status }: Pick<WebhookDelivery, 'status'>) => (
  <Badge tone={tones[status]} dot>
    {messages.statuses[status]}
  </Badge>
)

type DeliveryRowProps = Pick<WebhookPage, 'webhook' | 'pageUrl' | 'now' | 'zone'> & { delivery: WebhookDelivery }

export function DeliveryRow({ delivery, webhook, pageUrl, now, zone }: DeliveryRowProps) {
  const { id, eventType, status, attempts, nextAttemptAt, createdAt } = delivery
  const time = formatDateTime(new Date(createdAt), zone)
  return (
    <Row
      title={
        <RowLink to={`${pageUrl}/deliveries/${id}`}>
          <code>{eventType}</code>
        </RowLink>
      }
      meta={
        <>
          <DeliveryBadge status={status} />
          <span>{describeAttempts(attempts)}</span>
          {nextAttemptAt !== null && attempts.length > 0 && (
            <span>
              {messages.nextAttempt} <Time value={nextAttemptAt} now={now} zone={zone} />
            </span>
          )}
        </>
      }
      end={
        <>
          <span className="text-12 text-muted">
            <Time value={createdAt} now={now} zone={zone} />
          </span>
          {webhook.enabled && (
            <ActionForm intent="resend" action={pageUrl} fields={{ deliveryId: id }}>
              <IconButton
                type="submit"
                size="sm"
                label={messages.resendOf({ type: eventType, time })}
                icon={<RotateCw aria-hidden="true" />}
              />
            </ActionForm>
          )}
        </>
      }
    />
  )
}

function describeAttempts(attempts: WebhookDelivery['attempts']): string {
  const last = attempts.at(-1)
  if (last === undefined) return messages.notSent
  const response = describeResponse(last)
  return attempts.length === 1 ? response : messages.afterAttempts({ response, count: attempts.length })
}

export const describeResponse = ({ responseStatus }: WebhookDelivery['attempts'][number]): string =>
  responseStatus === null ? messages.noResponse : messages.response({ status: responseStatus })
