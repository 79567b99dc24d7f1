import type { Signer } from '../platform/crypto/secret-key.ts'
import type { Api, Feature } from '../platform/http/api/operations.ts'
import { SecretResponse } from '../platform/http/api/response.ts'
import { NoContent, PageOf } from '../platform/schemas.ts'
import { askAhead } from './ask-ahead.ts'
import { createWebhook, type WebhookDeps } from './create.ts'
import { deleteWebhook } from './delete.ts'
import { listDeliveries } from './deliveries/queries.ts'
import { replayDelivery, replayEvents } from './deliveries/replay.ts'
import { getWebhook, listWebhooks, WebhookPageQuery } from './queries.ts'
import { rotateWebhookSecret } from './rotate-secret.ts'
import {
  DeliveryFilter,
  ReplayCount,
  ReplayRequest,
  SecretRotation,
  Webhook,
  WebhookCreate,
  WebhookDelivery,
  WebhookUpdate,
  type WebhookWithSecret,
  WebhookWithSecret as WebhookWithSecretSchema,
} from './schema.ts'
import { sendTestEvent } from './send-test.ts'
import { updateWebhook } from './update.ts'

interface Deps extends WebhookDeps {
  cursors: Signer
}

export const webhookRoutes =
  (deps: Deps): Feature =>
  (api) => {
    readRoutes(api, deps)
    writeRoutes(api, deps)
    secretRoutes(api, deps)
    sendRoutes(api)
  }

const read = { tag: 'Webhooks', scope: 'webhooks:read' } as const
const write = { tag: 'Webhooks', scope: 'webhooks:write' } as const

function readRoutes(api: Api, { cursors }: Deps): void {
  api.get(
    '/webhooks',
    {
      ...read,
      operationId: 'listWebhooks',
      summary: 'List webhooks',
      description: 'Newest first.',
      query: WebhookPageQuery,
      responses: { 200: PageOf(Webhook) },
    },
    (scope, { query }) => listWebhooks(scope, query, cursors),
  )

  api.get(
    '/webhooks/{id}',
    { ...read, operationId: 'getWebhook', summary: 'Get a webhook', responses: { 200: Webhook } },
    (scope, { id }) => getWebhook(scope, id),
  )

  api.get(
    '/webhooks/{id}/deliveries',
    {
      ...read,
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook',
      description: 'Newest first, with every attempt. Deliveries are kept for 30 days.',
      query: DeliveryFilter,
      responses: { 200: PageOf(WebhookDelivery) },
    },
    (scope, { id, query }) => listDeliveries(scope, id, query, cursors),
  )
}

function writeRoutes(api: Api, deps: Deps): void {
  const { prepare, answerFor } = askAhead(deps.outbound)
  api.patch(
    '/webhooks/{id}',
    {
      ...write,
      operationId: 'updateWebhook',
      summary: 'Update a webhook',
      description:
        'At least one member. Disabling cancels pending deliveries. Once enabled again, a webhook gets the events from then on; a replay sends those that it missed.',
      body: WebhookUpdate,
      responses: { 200: Webhook },
      example: { description: 'Sync with the data warehouse' },
      prepare,
    },
    (scope, { id, body }) => updateWebhook({ outbound: answerFor(body) }, scope, id, body),
  )

  api.delete(
    '/webhooks/{id}',
    {
      ...write,
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook',
      description: 'Deletes its deliveries too, and pending ones are not sent.',
      responses: { 204: NoContent },
    },
    (scope, { id }) => deleteWebhook(scope, id),
  )
}

function secretRoutes(api: Api, deps: Deps): void {
  const { prepare, answerFor } = askAhead(deps.outbound)
  api.post(
    '/webhooks',
    {
      ...write,
      operationId: 'createWebhook',
      summary: 'Create a webhook',
      description:
        'Sends each event from now on to `url`, signed as Standard Webhooks describe. Only this response and that of a rotation show the secret. A workspace has at most 50 webhooks. Events about customers and companies, and `*`, need `customers:read` too.',
      body: WebhookCreate,
      responses: { 201: WebhookWithSecretSchema },
      example: { url: 'https://example.com/webhooks/heed', events: ['feedback.created', 'comment.created'] },
      prepare,
    },
    async (scope, { body }) =>
      withSecret(201, await createWebhook({ ...deps, outbound: answerFor(body) }, scope, body)),
  )

  api.post(
    '/webhooks/{id}/rotate-secret',
    {
      ...write,
      operationId: 'rotateWebhookSecret',
      summary: 'Rotate the secret of a webhook',
      description: 'During the overlap, deliveries have a signature by each secret, separated by a space.',
      body: SecretRotation,
      isBodyOptional: true,
      responses: { 200: WebhookWithSecretSchema },
      example: { overlapHours: 48 },
    },
    async (scope, { id, body }) => withSecret(200, await rotateWebhookSecret(deps, scope, id, body)),
  )
}

/** Repeated requests with the same idempotency key get everything but the secret. */
function withSecret(status: number, webhook: WebhookWithSecret): SecretResponse {
  const { secret: _secret, ...kept } = webhook
  return new SecretResponse(status, webhook, kept)
}

function sendRoutes(api: Api): void {
  api.post(
    '/webhooks/{id}/test',
    {
      ...write,
      operationId: 'testWebhook',
      summary: 'Send a test event to a webhook',
      description:
        'Sends an event of type `webhook.test` to this webhook only, regardless of its subscriptions. `GET /events` lists it for keys with `webhooks:read`.',
      responses: { 202: ReplayCount },
    },
    (scope, { id }) => sendTestEvent(scope, id),
  )

  api.post(
    '/webhooks/{id}/deliveries/{deliveryId}/replay',
    {
      ...write,
      operationId: 'replayWebhookDelivery',
      summary: 'Send a delivery again',
      description:
        'Sends its event in a new delivery, with the same `webhook-id`. If the delivery waits for a retry, it is attempted now instead.',
      responses: { 202: ReplayCount },
    },
    (scope, { id, nestedId }) => replayDelivery(scope, id, nestedId),
  )

  api.post(
    '/webhooks/{id}/replay',
    {
      ...write,
      operationId: 'replayWebhookEvents',
      summary: 'Send the events in a time range again',
      description:
        'Also sends events that were never delivered, for example while the webhook was disabled. At most 20,000 events.',
      body: ReplayRequest,
      responses: { 202: ReplayCount },
      example: { since: '2026-03-01T00:00:00.000Z' },
    },
    (scope, { id, body }) => replayEvents(scope, id, body),
  )
}
