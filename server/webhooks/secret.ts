import { createHmac, randomBytes } from 'node:crypto'
import type { Vault } from '../platform/crypto/vault.ts'

const prefix = 'whsec_'

/** Returns a new secret in the form of Standard Webhooks: 32 random bytes in base64 after `whsec_`. */
export const generateSecret = (): string => prefix + randomBytes(32).toString('base64')

interface WebhookKey {
  workspaceId: string
  id: string
}

const context = ({ workspaceId, id }: WebhookKey): string => `webhook ${workspaceId}/${id}`

export const sealSecret = (vault: Vault, secret: string, key: WebhookKey): Buffer => vault.seal(secret, context(key))

/** Opens a sealed secret; null if it was sealed with a different `SECRET_KEY`. */
export const openSecret = (vault: Vault, sealed: Buffer, key: WebhookKey): string | null =>
  vault.open(sealed, context(key))

/** Signs a delivery (Standard Webhooks, Signature scheme). @returns one signature for each secret, separated by spaces */
export function signDelivery(
  secrets: string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64')
  return secrets.map((secret) => `v1,${sign(secret)}`).join(' ')
}
