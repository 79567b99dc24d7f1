import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import type { WriteScope } from '../platform/scope.ts'
import type { WebhookDeps } from './create.ts'
import { webhooksCan } from './permissions.ts'
import { getWebhook, lockWebhook } from './queries.ts'
import type { SecretRotation, WebhookWithSecret } from './schema.ts'
import { generateSecret, sealSecret } from './secret.ts'

const defaultOverlapHours = 24

/**
 * Replaces the secret of a webhook. During the overlap, both secrets sign, so that a receiver can change its own
 * without losing a delivery. A rotation during an overlap stops the older of the two at once.
 * @returns the webhook with its new secret, which is not shown again
 * @throws 403, 404
 */
export async function rotateWebhookSecret(
  { vault }: Pick<WebhookDeps, 'vault'>,
  tx: WriteScope,
  id: string,
  { overlapHours = defaultOverlapHours }: SecretRotation,
): Promise<WebhookWithSecret> {
  permit(webhooksCan(tx.actor).manage)
  const row = await lockWebhook(tx, id)
  const secret = generateSecret()
  const expiresAt = new Date(Date.parse(tx.now) + overlapHours * 3_600_000).toISOString()
  tx.defer(
    tx.db
      .updateTable('webhooks')
      .set({
        secret: sealSecret(vault, secret, { workspaceId: tx.workspaceId, id }),
        previous_secret: overlapHours === 0 ? null : row.secret,
        previous_secret_expires_at: overlapHours === 0 ? null : expiresAt,
        updated_at: tx.now,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .where('id', '=', id)
      .execute(),
  )
  audit(tx, 'webhook.secret_rotated', id, { overlapHours })
  return { ...(await getWebhook(tx, id)), secret }
}
