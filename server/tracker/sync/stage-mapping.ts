import type { Stage } from '../../feedback/schema.ts'
import { type Static, Strict, Type } from '../../platform/schemas.ts'
import type { StateType } from '../tracker.ts'

/** The stage a request moves to when its issue reaches a state type; null leaves the stage unchanged. */
export type StageMapping = Record<StateType, MappedStage | null>

export const mappedStages = ['in_review', 'planned', 'in_progress', 'completed', 'closed'] as const satisfies Stage[]
export type MappedStage = (typeof mappedStages)[number]

export const defaultStageMapping: StageMapping = {
  backlog: 'planned',
  unstarted: 'planned',
  started: 'in_progress',
  completed: 'completed',
  canceled: null,
}

const stage = Type.Optional(
  Type.Unsafe<MappedStage | null>({ type: ['string', 'null'], enum: [...mappedStages, null] }),
)

/** Changes some state types of the mapping. */
export const StageMappingInput = Strict({
  backlog: stage,
  unstarted: stage,
  started: stage,
  completed: stage,
  canceled: stage,
})
export type StageMappingInput = Static<typeof StageMappingInput>

/** Completes a stored mapping, which holds only the differences from the default. */
export const resolveStageMapping = (changes: Partial<StageMapping>): StageMapping => ({
  ...defaultStageMapping,
  ...changes,
})
