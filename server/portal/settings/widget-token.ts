import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { portalCan } from './permissions.ts'
import { selectPortalSettings } from './settings.ts'

/** The payload of a widget token. Renewing raises the generation and invalidates earlier tokens. */
export interface WidgetToken {
  workspaceId: string
  generation: number
}

/** The purpose of the `Signer` for widget tokens. */
export const widgetTokenPurpose = 'widget token'

// An id of 16 bytes, a number of 4 and a signature of 16 fill 48 characters of base64url exactly, so each token has
// only one encoding.
const tokenPattern = /^heed_wt_([A-Za-z0-9_-]{48})$/
const idBytes = 16
const payloadBytes = 20

/**
 * Creates the token that identifies a workspace's widget and grants nothing else. It is not secret, since everyone can
 * read the pages that contain it; it can be renewed.
 */
export function createWidgetToken(signer: Signer, { workspaceId, generation }: WidgetToken): string {
  const payload = Buffer.alloc(payloadBytes)
  payload.write(workspaceId.replaceAll('-', ''), 'hex')
  payload.writeUInt32BE(generation, idBytes)
  return `heed_wt_${Buffer.concat([payload, signer.sign(payload.toString('hex'))]).toString('base64url')}`
}

/** Returns the payload, or null if the token was not signed with this key. The caller checks the generation. */
export function verifyWidgetToken(signer: Signer, token: string): WidgetToken | null {
  const body = tokenPattern.exec(token)?.[1]
  if (body === undefined) return null
  const bytes = Buffer.from(body, 'base64url')
  const payload = bytes.subarray(0, payloadBytes)
  if (!signer.isSignature(bytes.subarray(payloadBytes), payload.toString('hex'))) return null
  const workspaceId = payload.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { workspaceId, generation: payload.readUInt32BE(idBytes) }
}

/** Invalidates all earlier widget tokens from the next request on. @returns the new generation. @throws 403 */
export async function renewWidgetToken(tx: WriteScope): Promise<number> {
  permit(portalCan(tx.actor).renewWidgetToken)
  const { widgetGeneration } = await selectPortalSettings(tx).forUpdate().executeTakeFirstOrThrow()
  const generation = widgetGeneration + 1
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({ widget_generation: generation })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'portal.widget_token_rotated', tx.workspaceId, { widgetGeneration: [widgetGeneration, generation] })
  return generation
}
