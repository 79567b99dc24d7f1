import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import type { Signer } from '../../platform/crypto/secret-key.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { portalCan } from './permissions.ts'
import { selectPortalSettings } from './settings.ts'

/** A workspace, and which of its widget tokens: a later one makes the earlier ones worthless. */
export interface WidgetToken {
  workspaceId: string
  generation: number
}

/** What the `Signer` of these tokens is made for. */
export const widgetTokenPurpose = 'widget token'

// An id of 16 bytes, a number of 4 and a signature of 16: 48 characters of base64url, without a bit to spare, so that each
// token has one spelling.
const tokenPattern = /^heed_wt_([A-Za-z0-9_-]{48})$/
const idBytes = 16
const payloadBytes = 20

/**
 * Lets a page that has it ask in the name of the workspace's widget, and nothing else. It stands in pages that everybody
 * can read, so it is no secret; it says which workspace is meant, and can be renewed.
 */
export function createWidgetToken(signer: Signer, { workspaceId, generation }: WidgetToken): string {
  const said = Buffer.alloc(payloadBytes)
  said.write(workspaceId.replaceAll('-', ''), 'hex')
  said.writeUInt32BE(generation, idBytes)
  return `heed_wt_${Buffer.concat([said, signer.sign(said.toString('hex'))]).toString('base64url')}`
}

/** @returns null for anything that `widgetTokenOf` has not made with this key. Whether it is the latest is for its reader to see. */
export function verifyWidgetToken(signer: Signer, token: string): WidgetToken | null {
  const body = tokenPattern.exec(token)?.[1]
  if (body === undefined) return null
  const bytes = Buffer.from(body, 'base64url')
  const said = bytes.subarray(0, payloadBytes)
  if (!signer.isSignature(bytes.subarray(payloadBytes), said.toString('hex'))) return null
  const workspaceId = said.toString('hex', 0, idBytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { workspaceId, generation: said.readUInt32BE(idBytes) }
}

/** Makes every widget token of before worthless, from the next request on. @returns the new generation. @throws 403 */
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
