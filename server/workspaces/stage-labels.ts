import { type RawBuilder, sql } from 'kysely'
import { describeChanges, pickChanges } from '../audit/changes.ts'
import { audit } from '../audit/record.ts'
import type { Stage } from '../feedback/schema.ts'
import { permit } from '../platform/authorization.ts'
import { invalid, type ProblemDetail } from '../platform/problems.ts'
import { Nullable, type Static, Strict, Type } from '../platform/schemas.ts'
import type { Scope, WriteScope } from '../platform/scope.ts'
import { publicStageNames } from './messages.ts'
import { workspaceCan } from './permissions.ts'

/** The stages that customers see, and that a workspace can rename. */
export const namedStages = ['in_review', 'planned', 'in_progress', 'completed', 'closed'] as const satisfies Stage[]
export type NamedStage = (typeof namedStages)[number]

const labelMembers = {
  in_review: 'labelInReview',
  planned: 'labelPlanned',
  in_progress: 'labelInProgress',
  completed: 'labelCompleted',
  closed: 'labelClosed',
} as const satisfies Record<NamedStage, string>

// On one line, as it stands in badges and subjects.
const Label = Nullable(Type.String({ 'x-text': true, minLength: 1, maxLength: 40, pattern: '^\\P{Cc}*$' }))

/** The labels of the stages; null for the default name. */
export const StageLabelsUpdate = Strict({
  labelInReview: Label,
  labelPlanned: Label,
  labelInProgress: Label,
  labelCompleted: Label,
  labelClosed: Label,
})
export type StageLabelsUpdate = Static<typeof StageLabelsUpdate>

/** The renamed stages with their labels. */
export type StageLabels = Partial<Record<NamedStage, string>>

/** Selects the renamed stages of the workspace with the table alias `w`, as JSON. */
export const selectStageLabels: RawBuilder<StageLabels> = sql<StageLabels>`json_strip_nulls(json_build_object(
  'in_review', w.stage_label_in_review, 'planned', w.stage_label_planned, 'in_progress', w.stage_label_in_progress,
  'completed', w.stage_label_completed, 'closed', w.stage_label_closed))`

/** Returns what customers read for each stage. */
export const nameStages = (labels: StageLabels): Record<Stage, string> => ({ ...publicStageNames, ...labels })

/** Loads the renamed stages, for every role: the team sees where customers read another name. */
export async function getStageLabels({ db, workspaceId }: Scope): Promise<StageLabels> {
  const { rows } = await sql<{ labels: StageLabels }>`
    select ${selectStageLabels} as labels from workspaces w where w.workspace_id = ${workspaceId}`.execute(db)
  return rows[0]!.labels
}

/** Renames the public stages. @throws 400 for two stages with the same name; 403 */
export async function updateStageLabels(tx: WriteScope, wanted: StageLabelsUpdate): Promise<void> {
  permit(workspaceCan(tx.actor).update)
  rejectSameNames(wanted)
  const before = await lockLabels(tx)
  const changes = pickChanges<StageLabelsUpdate>(before, wanted)
  if (!changes) return
  tx.defer(
    tx.db
      .updateTable('workspaces')
      .set({
        stage_label_in_review: changes.labelInReview,
        stage_label_planned: changes.labelPlanned,
        stage_label_in_progress: changes.labelInProgress,
        stage_label_completed: changes.labelCompleted,
        stage_label_closed: changes.labelClosed,
      })
      .where('workspace_id', '=', tx.workspaceId)
      .execute(),
  )
  audit(tx, 'workspace.updated', tx.workspaceId, describeChanges<StageLabelsUpdate>(before, changes, StageLabelsUpdate))
}

const lockLabels = ({ db, workspaceId }: WriteScope): Promise<StageLabelsUpdate> =>
  db
    .selectFrom('workspaces')
    .select([
      'stage_label_in_review as labelInReview',
      'stage_label_planned as labelPlanned',
      'stage_label_in_progress as labelInProgress',
      'stage_label_completed as labelCompleted',
      'stage_label_closed as labelClosed',
    ])
    .where('workspace_id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** Rejects labels that read like another stage, renamed or not. @throws 400 */
function rejectSameNames(wanted: StageLabelsUpdate): void {
  const names = namedStages.map((stage) => comparable(wanted[labelMembers[stage]] ?? publicStageNames[stage]))
  const details = namedStages.flatMap((stage, index): ProblemDetail[] => {
    const path = `/${labelMembers[stage]}`
    const isRenamed = wanted[labelMembers[stage]] !== null
    const isTaken = names.some((name, other) => other !== index && name === names[index])
    return isRenamed && isTaken ? [{ path, message: 'is the name of another stage', code: 'stage-name' }] : []
  })
  if (details.length > 0) throw invalid(details)
}

const comparable = (name: string): string => name.normalize('NFKC').trim().toLowerCase()
