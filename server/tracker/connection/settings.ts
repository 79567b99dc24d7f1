import { audit } from '../../audit/record.ts'
import { type Static, Strict, Type } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { Vault } from '../../platform/crypto/vault.ts'
import { lockConnecting, newHookSecret } from './store.ts'
import { type Connection, openConnection, ownConnection } from './queries.ts'
import { defaultMapping, MappingChange, mappingOf, type StageMapping } from '../sync/stage-mapping.ts'
import { stateTypes } from '../tracker.ts'

export const TrackerSettings = Strict({
  /** Whether sourceUrl, metadata and submitter of a request go into its issue. */
  sendsContext: Type.Optional(Type.Boolean()),
  mapping: Type.Optional(MappingChange),
})
export type TrackerSettings = Static<typeof TrackerSettings>

interface Configured {
  sendsContext: boolean
  mapping: StageMapping
}

/** Changes how issues and requests go together; what is not named stays. Null when no tracker is connected. */
export async function configureTracker(tx: WriteScope, wanted: TrackerSettings): Promise<Configured | null> {
  await lockConnecting(tx)
  const connection = await openConnection(tx)
  if (connection === null) return null
  const before = settingsOf(connection)
  if (wanted.mapping === undefined && wanted.sendsContext === undefined) return before
  const mapping = { ...before.mapping, ...wanted.mapping }
  const after = { sendsContext: wanted.sendsContext ?? before.sendsContext, mapping }
  const differing = stateTypes.filter((type) => mapping[type] !== defaultMapping[type])
  await ownConnection(tx.db, connection)
    .set({
      sends_context: after.sendsContext,
      stage_mapping: JSON.stringify(Object.fromEntries(differing.map((type) => [type, mapping[type]]))),
    })
    .execute()
  audit(tx, 'tracker.configured', connection.id, { from: before, to: after })
  return after
}

export const settingsOf = ({ sends_context, stage_mapping }: Connection): Configured => ({
  sendsContext: sends_context,
  mapping: mappingOf(stage_mapping),
})

/**
 * Gives the webhook a new secret: calls signed with the old one are no longer heeded, so the webhook that Heed has made
 * counts for nothing. Null when nothing is connected.
 * @param secret what the tracker signs with, where it makes secrets itself. Default: a new one.
 */
export async function renewHookSecret(tx: WriteScope, vault: Vault, secret?: string): Promise<Connection | null> {
  await lockConnecting(tx)
  const connection = await openConnection(tx)
  if (connection === null) return null
  const hook = { hook_secret: newHookSecret(vault, connection, secret), hook_id: null }
  await ownConnection(tx.db, connection).set(hook).execute()
  audit(tx, 'tracker.hook_made', connection.id)
  return { ...connection, ...hook }
}
