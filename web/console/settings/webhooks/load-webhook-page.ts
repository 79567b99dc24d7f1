import { toLocalTimes } from '#server/changelog/publishing/time-zones.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { requireId } from '#server/console/require-id.ts'
import { eventTypes } from '#server/events/types.ts'
import { listDeliveries } from '#server/webhooks/deliveries/queries.ts'
import { getWebhookHealth } from '#server/webhooks/health.ts'
import { DeliveryFilter, deliveryStatuses } from '#server/webhooks/schema.ts'
import { deliveriesUrl } from './deliveries/deliveries-url.ts'

const dayMs = 86_400_000

/** Loads a webhook with a page of its delivery log. */
export async function loadWebhookPage({ scope, params, url, deps, home, membership, now, zone }: MemberContext) {
  const id = requireId(params)
  const query = url.searchParams
  const filter = {
    status: deliveryStatuses.find((value) => value === query.get('status')),
    eventType: eventTypes.find((value) => value === query.get('type')),
  }
  const cursor = query.get('cursor')
  const [webhook, deliveries] = await Promise.all([
    getWebhookHealth(scope, id),
    listDeliveries(scope, id, validateForm(DeliveryFilter, defined({ ...filter, cursor })), getCursorSigner(deps)),
  ])
  const listUrl = `${home}/settings/webhooks`
  const pageUrl = `${listUrl}/${id}`
  const { nextCursor } = deliveries.pagination
  return {
    workspace: membership.name,
    listUrl,
    pageUrl,
    webhook,
    deliveries: deliveries.data,
    olderUrl: nextCursor === null ? null : deliveriesUrl(pageUrl, filter, nextCursor),
    refreshUrl: deliveriesUrl(pageUrl, filter),
    isNewest: cursor === null,
    filter,
    eventTypes: [...eventTypes],
    /** The proposed start of a replay, in the reader's time zone. */
    dayAgo: toLocalTimes(new Date(Date.parse(now) - dayMs).toISOString(), [zone])[0]!.local,
    now,
    zone,
  }
}

export type WebhookPage = Awaited<ReturnType<typeof loadWebhookPage>>

/** Leaves out what the URL does not say: the schema knows no null. */
const defined = (values: Record<string, string | null | undefined>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))
