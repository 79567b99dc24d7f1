import { OutboundError } from '../../platform/outbound/outbound.ts'
import type { AttemptDeps, DeliveryRequest } from '../deliveries/attempt.ts'
import type { ClaimedDelivery } from '../deliveries/claim.ts'
import { composeMessage } from './content.ts'
import { formats } from './formats/formats.ts'
import type { Provider } from './kinds.ts'
import { openUrl } from './url.ts'

/**
 * Composes the request of a message to a channel; null if there is nothing to report any more.
 * @throws {OutboundError} if the URL cannot be read
 */
export async function composeChannelRequest(
  { vault, database, publicUrl }: AttemptDeps,
  delivery: ClaimedDelivery & { provider: Provider },
): Promise<DeliveryRequest | null> {
  const { workspaceId, webhookId, secrets, provider } = delivery
  const url = openUrl(vault, secrets[0]!, { workspaceId, id: webhookId })
  if (url === null) {
    throw new OutboundError('The URL cannot be read, because SECRET_KEY has changed. Enter the URL again.', {
      isForbidden: true,
    })
  }
  const message = await composeMessage(database.db, publicUrl, delivery)
  if (message === null) return null
  return { url, headers: { 'content-type': 'application/json' }, body: JSON.stringify(formats[provider](message)) }
}
