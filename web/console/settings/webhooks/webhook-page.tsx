import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor } from '#server/console/handlers.ts'
import { requireId } from '#server/console/require-id.ts'
import { deleteWebhook } from '#server/webhooks/delete.ts'
import { replayDelivery, replayEvents } from '#server/webhooks/deliveries/replay.ts'
import { rotateWebhookSecret } from '#server/webhooks/rotate-secret.ts'
import { SecretRotation } from '#server/webhooks/schema.ts'
import { sendTestEvent } from '#server/webhooks/send-test.ts'
import { updateWebhook } from '#server/webhooks/update.ts'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { settingsMessages } from '../../messages/settings/common.ts'
import { deliveriesMessages, webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { settingsLoader } from '../settings-loader.ts'
import { DeliveriesCard } from './deliveries/deliveries-card.tsx'
import { parseSince } from './deliveries/parse-since.ts'
import { HealthBadge } from './health-badge.tsx'
import { HealthNotice } from './health-notice.tsx'
import { loadWebhookPage, type WebhookPage } from './load-webhook-page.ts'
import { orExplain } from './or-explain.ts'
import { OverviewCard } from './overview-card.tsx'
import { type RevealedSecret, SecretNotice } from './secret-notice.tsx'
import { useFollowDeliveries } from './use-follow-deliveries.ts'
import { WebhookActions } from './webhook-actions.tsx'
import { DeleteDialog, DisableDialog, RotateDialog } from './webhook-dialogs.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = settingsLoader(loadWebhookPage)

export const action = actionFor.member({
  test: async ({ params, write, home }) => {
    const id = requireId(params)
    const pageUrl = `${home}/settings/webhooks/${id}`
    return orExplain(pageUrl, async () => {
      await write((tx) => sendTestEvent(tx, id))
      return redirectWithFlash(pageUrl, messages.testSent)
    })
  },
  enable: async ({ params, write, deps, home }) => {
    const id = requireId(params)
    await write((tx) => updateWebhook(deps.webhooks, tx, id, { enabled: true }))
    return redirectWithFlash(`${home}/settings/webhooks/${id}`, messages.enabled)
  },
  disable: async ({ params, write, deps, home }) => {
    const id = requireId(params)
    await write((tx) => updateWebhook(deps.webhooks, tx, id, { enabled: false }))
    return redirectWithFlash(`${home}/settings/webhooks/${id}`, messages.disabled)
  },
  rotate: async ({ form, params, write, deps, now }): Promise<{ rotated: RevealedSecret }> => {
    const { overlapHours } = validateForm(SecretRotation, { overlapHours: form.number('overlapHours') })
    const id = requireId(params)
    // Returned without a redirect, so that the secret appears in no URL, cookie or browser history.
    const { secret } = await write((tx) => rotateWebhookSecret(deps.webhooks, tx, id, { overlapHours: overlapHours! }))
    const previousExpiresAt = new Date(Date.parse(now) + overlapHours! * 3_600_000).toISOString()
    return { rotated: { id, secret: secret!, previousExpiresAt } }
  },
  resend: async ({ form, params, write, home }) => {
    const id = requireId(params)
    const pageUrl = `${home}/settings/webhooks/${id}`
    return orExplain(pageUrl, async () => {
      await write((tx) => replayDelivery(tx, id, form.id('deliveryId')))
      return redirectWithFlash(pageUrl, deliveriesMessages.resent)
    })
  },
  replay: async ({ form, params, write, home, now, zone }) => {
    const id = requireId(params)
    const since = parseSince(form.text('since'), { now, zone })
    const { count } = await write((tx) => replayEvents(tx, id, { since }))
    return redirectWithFlash(`${home}/settings/webhooks/${id}`, deliveriesMessages.replayed({ count }), {
      tone: count === 0 ? 'info' : 'success',
    })
  },
  delete: async ({ params, write, home }) => {
    await write((tx) => deleteWebhook(tx, requireId(params)))
    return redirectWithFlash(`${home}/settings/webhooks`, messages.deleted)
  },
})

export const meta = ({ loaderData }: { loaderData?: WebhookPage }) => [
  {
    title: settingsMessages.pageTitle({
      page: settingsMessages.areas.webhooks,
      workspace: loaderData?.workspace ?? '',
    }),
  },
]

interface PageProps {
  loaderData: WebhookPage
  actionData?: { rotated?: RevealedSecret }
}

export default function WebhookDetails({ loaderData: page, actionData }: PageProps) {
  const { webhook, pageUrl, listUrl, zone } = page
  const rotated = actionData?.rotated
  useFollowDeliveries(webhook.isDelivering)
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title={<span className="wrap-anywhere">{webhook.description || new URL(webhook.url).host}</span>}
        marks={<HealthBadge webhook={webhook} zone={zone} />}
        meta={
          <span className="wrap-anywhere" dir="ltr">
            {webhook.url}
          </span>
        }
        back={{ to: listUrl, text: messages.back }}
        actions={<WebhookActions {...page} />}
      />
      {rotated && <SecretNotice {...page} revealed={rotated} doneUrl={pageUrl} />}
      <HealthNotice {...page} />
      <OverviewCard {...page} />
      <DeliveriesCard {...page} />
      <DisableDialog />
      <RotateDialog />
      <DeleteDialog url={webhook.url} />
    </div>
  )
}
