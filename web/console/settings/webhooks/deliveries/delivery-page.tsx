import { RotateCw } from 'lucide-react'
import { redirectWithFlash } from '#server/console/flash.ts'
import { actionFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { getDelivery } from '#server/webhooks/deliveries/queries.ts'
import { replayDelivery } from '#server/webhooks/deliveries/replay.ts'
import { getWebhookHealth } from '#server/webhooks/health.ts'
import { DescriptionList } from '../../../../ui/data/list-row.tsx'
import { DateText, Time } from '../../../../ui/data/time.tsx'
import { ActionForm } from '../../../../ui/forms/action-form.tsx'
import { SubmitButton } from '../../../../ui/forms/form-buttons.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { PageHeader } from '../../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../../messages/settings/common.ts'
import { deliveriesMessages as messages } from '../../../messages/settings/webhooks.ts'
import { settingsLoader } from '../../settings-loader.ts'
import { orExplain } from '../or-explain.ts'
import { useFollowDeliveries } from '../use-follow-deliveries.ts'
import { AttemptsCard } from './attempts-card.tsx'
import { DeliveryBadge } from './delivery-row.tsx'
import { RequestCard } from './request-card.tsx'

export { clientAction } from '../../../offline-action.ts'

const requireDeliveryId = ({ deliveryId }: { deliveryId?: string }) => requireId({ id: deliveryId })

export const loader = settingsLoader(async ({ scope, params, home, membership, now, zone }) => {
  const id = requireId(params)
  const [webhook, delivery] = await Promise.all([
    getWebhookHealth(scope, id),
    getDelivery(scope, id, requireDeliveryId(params)),
  ])
  return { workspace: membership.name, webhookUrl: `${home}/settings/webhooks/${id}`, webhook, delivery, now, zone }
})

export type DeliveryPage = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  resend: async ({ params, write, home }) => {
    const id = requireId(params)
    const webhookUrl = `${home}/settings/webhooks/${id}`
    return orExplain(webhookUrl, async () => {
      await write((tx) => replayDelivery(tx, id, requireDeliveryId(params)))
      return redirectWithFlash(webhookUrl, messages.resent)
    })
  },
})

export const meta = ({ loaderData }: { loaderData?: DeliveryPage }) => [
  { title: settingsMessages.pageTitle({ page: messages.delivery, workspace: loaderData?.workspace ?? '' }) },
]

export default function Delivery({ loaderData: page }: { loaderData: DeliveryPage }) {
  const { webhook, webhookUrl, delivery, now, zone } = page
  useFollowDeliveries(webhook.isDelivering && delivery.status === 'pending')
  const obstacle = !webhook.enabled ? messages.disabledReason : delivery.body === null ? messages.expiredReason : null
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={<code className="wrap-anywhere">{delivery.eventType}</code>}
        marks={<DeliveryBadge status={delivery.status} />}
        meta={
          <span className="wrap-anywhere" dir="ltr">
            {webhook.url}
          </span>
        }
        back={{ to: webhookUrl, text: messages.back }}
        actions={
          <ActionForm intent="resend">
            <SubmitButton
              look="normal"
              icon={<RotateCw aria-hidden="true" />}
              {...(obstacle !== null && { disabledReason: obstacle })}
            >
              {messages.resend}
            </SubmitButton>
          </ActionForm>
        }
      />
      <Card title={messages.delivery}>
        <DescriptionList
          facts={[
            [messages.event, <code key="event">{delivery.eventId}</code>],
            [messages.createdAt, <DateText key="created" value={delivery.createdAt} zone={zone} clock />],
            [
              messages.nextAttempt,
              delivery.nextAttemptAt && <Time key="next" value={delivery.nextAttemptAt} now={now} zone={zone} />,
            ],
          ]}
        />
      </Card>
      <AttemptsCard {...page} />
      <RequestCard {...page} />
    </div>
  )
}
