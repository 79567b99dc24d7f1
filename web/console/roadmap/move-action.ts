import type { Flash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import type { MemberActionContext } from '#server/console/handlers.ts'
import { notifyNobody } from '#server/notifications/events/choice.ts'
import { takeBackMail } from '#server/notifications/events/take-back.ts'
import { getColumnPosition, reverseMove } from '#server/roadmap/order/column-position.ts'
import { moveRoadmapItem, RoadmapMove } from '#server/roadmap/order/move.ts'
import { roadmapMessages as messages } from '../messages/roadmap.ts'
import { readNotificationChoice, withMail } from '../notify/choice.ts'

/**
 * Moves an item. Form fields: the members of `RoadmapMove`, the fields of `NotifyOptions`, and `undoes`, the id of the
 * HTTP request whose move this one undoes: its mail is taken back, or people are told again if it is too late.
 * @param action the path of the page that handles the form that undoes the move
 * @returns the notice of a move to another column; undefined for one within its column, which the board shows
 */
export async function moveByForm(
  context: MemberActionContext,
  { id, next, action }: { id: string; next: string; action: string },
): Promise<Flash | undefined> {
  const { form, write, requestId } = context
  const fields = ['status', 'beforeId', 'afterId'].flatMap((name) => (form.has(name) ? [[name, form.text(name)]] : []))
  const move = validateForm(RoadmapMove, Object.fromEntries(fields))
  const undoes = form.optionalText('undoes')
  const chosen = await readNotificationChoice(context, 'stages')
  const { item, from, choice } = await write(async (tx) => {
    const isUnsent = undoes !== undefined && (await takeBackMail(tx, undoes))
    const choice = isUnsent ? notifyNobody : chosen
    const from = await getColumnPosition(tx, id)
    return { item: await moveRoadmapItem(tx, id, move, choice), from, choice }
  })
  if (move.status === undefined || from.status === item.status) return undefined
  const text = messages.movedCard({ title: item.title, status: messages.statuses[item.status] })
  const flash = await withMail(context, { text }, { choice, next })
  const mail: Record<string, string> = flash.secondary ? { undoes: requestId } : { choosesNotify: '' }
  return { ...flash, undo: { action, intent: 'move', fields: { id, next, ...reverseMove(from), ...mail } } }
}
