import type { Flash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { getColumnPosition } from '#server/roadmap/order/column-position.ts'
import { moveRoadmapItem, RoadmapMove } from '#server/roadmap/order/move.ts'
import { roadmapMessages as messages } from '../messages/roadmap.ts'
import { readNotificationChoice, withMail } from '../notify/choice.ts'
import { undoForm } from '../requests/stage-changes/actions.ts'

/**
 * Moves an item. Form fields: the members of `RoadmapMove` and the fields of `NotifyOptions`.
 * @returns the notice of a move to another column; undefined for one within its column, which the board shows
 */
export async function moveByForm(
  context: MemberActionContext,
  { id, next }: { id: string; next: string },
): Promise<Flash | undefined> {
  const { form, write } = context
  const fields = ['status', 'beforeId', 'afterId'].flatMap((name) => (form.has(name) ? [[name, form.text(name)]] : []))
  const move = validateForm(RoadmapMove, Object.fromEntries(fields))
  const choice = await readNotificationChoice(context, 'stages')
  const { item, from } = await write(async (tx) => {
    const from = await getColumnPosition(tx, id)
    return { from, item: await moveRoadmapItem(tx, id, move, choice) }
  })
  if (move.status === undefined || from.status === item.status) return undefined
  const text = messages.movedCard({ title: item.title, status: messages.statuses[item.status] })
  return withMail(context, { text, undo: undoForm(context, next) }, { choice, next })
}
