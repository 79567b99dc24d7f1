import { permit } from '../../platform/authorization.ts'
import { notFound } from '../../platform/problems.ts'
import type { WriteScope } from '../../platform/scope.ts'
import { feedbackCan } from '../permissions.ts'
import type { Feedback } from '../schema.ts'
import { lockAll } from './locks.ts'
import { mergeFeedback } from './merge.ts'

/**
 * Merges several requests into one of them, all or none.
 * @param sourceIds 1 to 99 requests; the target among them is skipped.
 * @returns the target.
 * @throws as `mergeFeedback`
 */
export async function mergeSeveral(tx: WriteScope, sourceIds: string[], targetId: string): Promise<Feedback> {
  permit(feedbackCan(tx.actor).merge)
  const sources = [...new Set(sourceIds)].filter((id) => id !== targetId).sort()
  // Each merge takes the same locks again, in the order of its own two requests.
  await lockAll(tx, [...sources, targetId])
  let target: Feedback | null = null
  for (const id of sources) target = await mergeFeedback(tx, id, targetId)
  if (target === null) throw notFound()
  return target
}
