import type { Stage } from '../../feedback/schema.ts'
import { type Static, Strict, Type } from '../../platform/schemas.ts'
import type { StateType } from '../tracker.ts'

/** What becomes of a request when its issue gets a state of this type; null leaves it as it is. */
export type StageMapping = Record<StateType, MappedStage | null>

export const mappedStages = ['in_review', 'planned', 'in_progress', 'completed', 'closed'] as const satisfies Stage[]
export type MappedStage = (typeof mappedStages)[number]

/** Until the workspace says otherwise. */
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

/** A change of the mapping: each state type that is to mean something else. */
export const StageMappingInput = Strict({
  backlog: stage,
  unstarted: stage,
  started: stage,
  completed: stage,
  canceled: stage,
})
export type StageMappingInput = Static<typeof StageMappingInput>

/** The mapping of a connection, of which only what differs from the default is kept. */
export const resolveStageMapping = (changes: Partial<StageMapping>): StageMapping => ({
  ...defaultStageMapping,
  ...changes,
})
