import type { Vault } from '../../platform/crypto/vault.ts'
import { OutboundError } from '../../platform/outbound/outbound.ts'
import { openSecret, signDelivery } from '../secret.ts'
import type { DeliveryRequest } from './attempt.ts'
import type { ClaimedDelivery } from './claim.ts'

/** Composes the request of an event (Standard Webhooks). @throws {OutboundError} if the secret cannot be read */
export function composeEventRequest(vault: Vault, delivery: ClaimedDelivery, timestamp: number): DeliveryRequest {
  const secrets = delivery.secrets.map((sealed) => openSecret(vault, sealed, { ...delivery, id: delivery.webhookId }))
  if (secrets.includes(null)) {
    throw new OutboundError('The secret cannot be read, because SECRET_KEY has changed. Rotate the secret.', {
      isForbidden: true,
    })
  }
  const { eventId: id, url } = delivery
  const body = composeBody(delivery)
  const headers = {
    'content-type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signDelivery(secrets as string[], { id, timestamp, body }),
  }
  return { url, headers, body }
}

/** Composes the body of a delivery. Its data is JSON and is not parsed. */
export const composeBody = ({ eventType, eventAt, data }: Pick<ClaimedDelivery, 'eventType' | 'eventAt' | 'data'>) =>
  `{"type":"${eventType}","timestamp":"${eventAt}","data":${data}}`
