import { audit } from '../../audit/record.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { type Static, Strict, Type } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import {
  defaultStageMapping,
  resolveStageMapping,
  type StageMapping,
  StageMappingInput,
} from '../sync/stage-mapping.ts'
import { stateTypes } from '../tracker.ts'
import { type Connection, getCurrentConnection, updateConnection } from './queries.ts'
import { lockConnectionChanges, sealWebhookSecret } from './store.ts'

export const TrackerSettings = Strict({
  /** Whether sourceUrl, metadata and submitter of a request go into its issue. */
  sendsContext: Type.Optional(Type.Boolean()),
  mapping: Type.Optional(StageMappingInput),
})
export type TrackerSettings = Static<typeof TrackerSettings>

interface CurrentSettings {
  sendsContext: boolean
  mapping: StageMapping
}

/** Changes how issues and requests go together; what is not named stays. Null when no tracker is connected. */
export async function configureTracker(tx: WriteScope, wanted: TrackerSettings): Promise<CurrentSettings | null> {
  await lockConnectionChanges(tx)
  const connection = await getCurrentConnection(tx)
  if (connection === null) return null
  const before = toCurrentSettings(connection)
  if (wanted.mapping === undefined && wanted.sendsContext === undefined) return before
  const mapping = { ...before.mapping, ...wanted.mapping }
  const after = { sendsContext: wanted.sendsContext ?? before.sendsContext, mapping }
  const differing = stateTypes.filter((type) => mapping[type] !== defaultStageMapping[type])
  await updateConnection(tx.db, connection)
    .set({
      sends_context: after.sendsContext,
      stage_mapping: JSON.stringify(Object.fromEntries(differing.map((type) => [type, mapping[type]]))),
    })
    .execute()
  audit(tx, 'tracker.configured', connection.id, { from: before, to: after })
  return after
}

export const toCurrentSettings = ({ sends_context, stage_mapping }: Connection): CurrentSettings => ({
  sendsContext: sends_context,
  mapping: resolveStageMapping(stage_mapping),
})

/**
 * Gives the webhook a new secret: calls signed with the old one are no longer heeded, so the webhook that Heed has made
 * counts for nothing. Null when nothing is connected.
 * @param secret what the tracker signs with, where it makes secrets itself. Default: a new one.
 */
export async function rotateWebhookSecret(tx: WriteScope, vault: Vault, secret?: string): Promise<Connection | null> {
  await lockConnectionChanges(tx)
  const connection = await getCurrentConnection(tx)
  if (connection === null) return null
  const hook = { webhook_secret: sealWebhookSecret(vault, connection, secret), remote_webhook_id: null }
  await updateConnection(tx.db, connection).set(hook).execute()
  audit(tx, 'tracker.webhook_secret_rotated', connection.id)
  return { ...connection, ...hook }
}
