import { eraseRequests, eraseTexts } from '../../events/erase.ts'
import { claimDeliveries } from '../../webhooks/deliveries/claim.ts'
import { fanOutEvents } from '../../webhooks/deliveries/fan-out.ts'
import { recordOutcome } from '../../webhooks/deliveries/record-outcome.ts'
import { Slots } from '../../webhooks/deliveries/slots.ts'
import { listWebhookHealth } from '../../webhooks/health.ts'
import { call, get, type HotOperation, read, type Subject } from './subject.ts'

const waitingDeliveries = 500

const newestEvent = async ({ app, workspace }: Subject): Promise<string> => {
  const { rows } = await app.database.pool.query<{ id: string }>(
    'select id from events where workspace_id = $1 order by id desc offset 5 limit 1',
    [workspace.id],
  )
  return rows[0]!.id
}

const webhookOf = async ({ workspace }: Subject): Promise<string> =>
  (await workspace.api.get('/webhooks')).body.data[0].id

/** Operations of integrators that follow events, and of the dispatcher. */
export const eventOperations: HotOperation[] = [
  { name: 'API: list events', run: get('/events'), index: 'events_pkey' },
  {
    name: 'API: events after another',
    run: async (subject) => get(`/events?after=${await newestEvent(subject)}`)(subject),
    index: 'events_pkey',
  },
  {
    name: 'API: events since yesterday',
    run: (subject) => get(`/events?since=${new Date(Date.now() - 86_400_000).toISOString()}`)(subject),
    index: 'events_pkey',
  },
  {
    name: 'API: get an event',
    run: async (subject) => get(`/events/${await newestEvent(subject)}`)(subject),
    index: 'events_pkey',
  },
  { name: 'API: list webhooks', run: get('/webhooks'), index: 'webhooks_pkey' },
  {
    name: 'API: list deliveries',
    run: async (subject) => get(`/webhooks/${await webhookOf(subject)}/deliveries`)(subject),
    index: 'webhook_deliveries_newest',
  },
  {
    name: 'API: pending deliveries',
    run: async (subject) => get(`/webhooks/${await webhookOf(subject)}/deliveries?status=pending`)(subject),
    index: 'webhook_deliveries_due',
    // All that wait for the next attempt.
    maxRead: waitingDeliveries,
    maxSorted: waitingDeliveries,
  },
  {
    name: 'API: failed deliveries',
    run: async (subject) => get(`/webhooks/${await webhookOf(subject)}/deliveries?status=failed`)(subject),
    index: 'webhook_deliveries_failed',
  },
  {
    name: 'console: health of webhooks',
    run: read((scope) => listWebhookHealth(scope)),
    index: 'webhooks_pkey',
  },
  {
    name: 'erase the texts of a request from its events',
    run: read(async (scope, { requestId }) => eraseTexts(scope, [requestId])),
    index: 'events_resource',
  },
  {
    name: 'erase the responses to the events of a request',
    run: read(async (scope, { requestId }) => eraseTexts(scope, [requestId])),
    index: 'webhook_deliveries_event',
  },
  {
    name: 'erase the texts of a request from all events',
    run: read(async (scope, { requestId }) => eraseRequests(scope, [requestId])),
    index: 'events_resource',
    // All entries of the changelog, because a former version of each may have linked the request.
    maxRead: 400,
  },
  {
    name: 'send new events to webhooks',
    run: deliverEvent,
    index: 'webhook_deliveries_due',
    // One row for each webhook of the instance, to find those with new events.
    maxRead: 200,
  },
]

/** Creates an event, its deliveries and their first attempt, as the dispatcher does. */
async function deliverEvent(subject: Subject): Promise<void> {
  const { database } = subject.app
  await call('POST', () => '/feedback', { title: 'Calendar' })(subject)
  await fanOutEvents(database)
  const slots = new Slots(() => {})
  const attempt = {
    at: new Date().toISOString(),
    durationMs: 5,
    responseStatus: 500,
    error: 'Status 500',
    responseExcerpt: '',
  }
  for (const delivery of await claimDeliveries(database, slots)) {
    const result = { attempt, outcome: 'failed', retryAfter: null } as const
    await read((scope) => recordOutcome({ ...scope, workspaceId: delivery.workspaceId }, delivery, result))(subject)
  }
}
