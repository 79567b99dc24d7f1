import type { Stage } from '../../feedback/schema.ts'
import type { PortalContext } from '../http/context.ts'

interface ListedRequest {
  id: string
  title: string
  stage: Stage
  votes: number
  isVoted: boolean | null
}

/** Presents a request of a list in the widget. */
export const presentRequest = (
  { workspace }: Pick<PortalContext, 'workspace'>,
  { id, title, stage, votes, isVoted }: ListedRequest,
) => ({ id, title, stage, stageLabel: workspace.stageLabels[stage], votes, isVoted })
