import type { Tables } from '../../tables.ts'
import type { Stage } from '../schema.ts'

export type RoadmapStatus = Tables['roadmap_items']['status']

/** The stage that corresponds to each roadmap status. */
export const stageByRoadmapStatus: Record<RoadmapStatus, Exclude<Stage, 'pending' | 'in_review'>> = {
  planned: 'planned',
  in_progress: 'in_progress',
  done: 'completed',
  closed: 'closed',
}

const roadmapStatusByStage: Partial<Record<Stage, RoadmapStatus>> = {
  planned: 'planned',
  in_progress: 'in_progress',
  completed: 'done',
  closed: 'closed',
}

/** Returns the roadmap status that corresponds to a stage; `pending` and `in_review` have none. */
export const roadmapStatusOf = (stage: Stage): RoadmapStatus | undefined => roadmapStatusByStage[stage]

/** The stages of requests that the public expects to find on the roadmap. */
export const roadmapStages = ['planned', 'in_progress', 'completed'] as const satisfies Stage[]
export type RoadmapStage = (typeof roadmapStages)[number]

export const isRoadmapStage = (stage: Stage): stage is RoadmapStage => roadmapStages.some((other) => other === stage)
