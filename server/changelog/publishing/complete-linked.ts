import { lockFeedbackAndItems } from '../../feedback/lifecycle/lock.ts'
import type { Stage } from '../../feedback/schema.ts'
import type { NotificationChoice } from '../../notifications/events/choice.ts'
import { permit } from '../../platform/authorization.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { promoteToStage } from '../../roadmap/promote-to-stage.ts'
import { changelogCan } from '../permissions.ts'
import { getEntry } from '../queries.ts'

// Pending and closed requests are left out, because the team has not built them.
const completableStages: Stage[] = ['in_review', 'planned', 'in_progress']

export const isCompletable = ({ stage }: { stage: Stage }): boolean => completableStages.includes(stage)

export interface Completion extends NotificationChoice {
  /** The linked requests that the member has seen and chosen to complete. Default: all. */
  ids?: string[]
}

/**
 * Completes the open requests that are linked to an entry, and puts them on the roadmap, as every stage menu does.
 * @returns how many changed
 * @throws 403
 */
export async function completeLinked(tx: WriteScope, entryId: string, completion: Completion): Promise<number> {
  permit(changelogCan(tx.actor).publish)
  const { ids, ...choice } = completion
  const { linkedFeedbackIds } = await getEntry(tx, entryId)
  const chosen = linkedFeedbackIds.filter((id) => ids?.includes(id) ?? true)
  if (chosen.length === 0) return 0
  // Locked before their stages are read: a member may be closing one, or marking it as spam, at this moment.
  const open = (await lockFeedbackAndItems(tx, chosen)).filter(isCompletable)
  if (open.length === 0) return 0
  const requests = open.map(({ id }) => id)
  return (await promoteToStage(tx, requests, 'completed', choice)).length
}
