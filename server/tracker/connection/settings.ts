import { audit } from '../../audit/record.ts'
import { permit } from '../../platform/authorization.ts'
import { type Static, Strict, Type } from '../../platform/schemas.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { trackerCan } from '../permissions.ts'
import {
  defaultStageMapping,
  resolveStageMapping,
  type StageMapping,
  StageMappingInput,
} from '../sync/stage-mapping.ts'
import { stateTypes } from '../tracker.ts'
import { type Connection, getCurrentConnection, updateConnection } from './queries.ts'
import { lockConnectionChanges } from './store.ts'

export const TrackerSettings = Strict({
  /** Whether a request's sourceUrl, metadata and submitter are included in its issue. */
  sendsContext: Type.Optional(Type.Boolean()),
  mapping: Type.Optional(StageMappingInput),
})
export type TrackerSettings = Static<typeof TrackerSettings>

interface CurrentSettings {
  sendsContext: boolean
  mapping: StageMapping
}

/** Changes the settings that are given and leaves the others. Null if no tracker is connected. @throws 403 */
export async function configureTracker(tx: WriteScope, changes: TrackerSettings): Promise<CurrentSettings | null> {
  permit(trackerCan(tx.actor).configure)
  await lockConnectionChanges(tx)
  const connection = await getCurrentConnection(tx)
  if (connection === null) return null
  const before = toCurrentSettings(connection)
  if (changes.mapping === undefined && changes.sendsContext === undefined) return before
  const mapping = { ...before.mapping, ...changes.mapping }
  const after = { sendsContext: changes.sendsContext ?? before.sendsContext, mapping }
  const changedTypes = stateTypes.filter((type) => mapping[type] !== defaultStageMapping[type])
  await updateConnection(tx.db, connection)
    .set({
      sends_context: after.sendsContext,
      stage_mapping: JSON.stringify(Object.fromEntries(changedTypes.map((type) => [type, mapping[type]]))),
    })
    .execute()
  audit(tx, 'tracker.configured', connection.id, { from: before, to: after })
  return after
}

export const toCurrentSettings = ({ sends_context, stage_mapping }: Connection): CurrentSettings => ({
  sendsContext: sends_context,
  mapping: resolveStageMapping(stage_mapping),
})
