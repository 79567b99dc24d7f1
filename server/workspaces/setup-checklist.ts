import { type RawBuilder, sql } from 'kysely'
import { describeChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import { permit } from '../platform/authorization.ts'
import { OneOf, type Static } from '../platform/schemas.ts'
import type { WriteScope } from '../platform/scope.ts'
import { workspaceCan } from './permissions.ts'
import { hasAnyRow, type StoredSetupSteps, selectSetupSteps } from './setup-steps.ts'

/** The steps of the console's checklist that a team can skip, in the order to do them. */
export const skippableSetupSteps = [
  'feedback',
  'import',
  'apiKey',
  'portal',
  'teammate',
  'roadmap',
  'changelogPublished',
  'tracker',
  'email',
] as const

/** All steps of the checklist. A workspace begins with a board. */
export const setupChecklistSteps = ['board', ...skippableSetupSteps] as const
export type SetupChecklistStep = (typeof setupChecklistSteps)[number]

export const SkippableSetupStep = OneOf([...skippableSetupSteps])
export type SkippableSetupStep = Static<typeof SkippableSetupStep>

/** How far a step is: it stays `open` until it is done or the team skips it. */
export type SetupStepState = 'done' | 'skipped' | 'open'
export type SetupChecklist = Record<SetupChecklistStep, SetupStepState>

export interface StoredSetupChecklist extends StoredSetupSteps {
  import: boolean
  apiKey: boolean
  portal: boolean
  teammate: boolean
  skipped: string[]
}

/**
 * Selects what the checklist shows as JSON: the API's setup steps, and those that only the console knows. The portal is
 * in use once somebody has signed in there or a site may embed the widget. The import is done once one has finished.
 */
export function selectSetupChecklist(id: string): RawBuilder<StoredSetupChecklist> {
  return sql`(${selectSetupSteps(id)}::jsonb || jsonb_build_object(
    'import', ${hasAnyRow(id, 'imports', 'created_at', sql`state = 'finished'`)},
    'apiKey', ${hasAnyRow(id, 'api_keys', 'id', sql`revoked_at is null`)},
    'portal', ${hasAnyRow(id, 'customer_sessions', 'id')}
      or (select widget_origins <> '{}' from workspaces where workspace_id = ${id}),
    'teammate', ${hasAnyRow(id, 'invitations', 'id')}
      or (select count(*) > 1 from (select from members where workspace_id = ${id} and not awaits_invitation limit 2) m),
    'skipped', (select skipped_setup_steps from workspaces where workspace_id = ${id})))`
}

/** Presents the stored checklist. What is done counts as done even if it was skipped before. */
export function presentSetupChecklist(
  { skipped, ...stored }: StoredSetupChecklist,
  isMailConfigured: boolean,
): SetupChecklist {
  const isDone: Record<SetupChecklistStep, boolean> = { ...stored, email: isMailConfigured }
  const entries = setupChecklistSteps.map((step) => [
    step,
    isDone[step] ? 'done' : skipped.includes(step) ? 'skipped' : 'open',
  ])
  return Object.fromEntries(entries)
}

/** Takes steps off the checklist, or puts them back. @throws 403 */
export async function setSetupStepsSkipped(
  tx: WriteScope,
  steps: SkippableSetupStep[],
  isSkipped: boolean,
): Promise<void> {
  permit(workspaceCan(tx.actor).update)
  const before = await tx.db
    .selectFrom('workspaces')
    .select('skipped_setup_steps as skippedSetupSteps')
    .where('workspace_id', '=', tx.workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const skippedSetupSteps = skippableSetupSteps.filter((step) =>
    steps.includes(step) ? isSkipped : before.skippedSetupSteps.includes(step),
  )
  if (skippedSetupSteps.length === before.skippedSetupSteps.length) return
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({ skipped_setup_steps: skippedSetupSteps })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'workspace.updated', tx.workspaceId, describeChanges<typeof before>(before, { skippedSetupSteps }, null))
}
