import { Trash2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatIsoDate } from '#i18n/format.ts'
import { redirectWithFlash } from '#server/console/flash.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import type { MemberContext } from '#server/console/page-context.ts'
import { requireId } from '#server/console/require-id.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import { countRecipients } from '#server/notifications/recipients/count-recipients.ts'
import { getRoadmapItemDetail } from '#server/roadmap/console/item.ts'
import { deleteRoadmapItem } from '#server/roadmap/delete.ts'
import { adjacentMove, getColumnPosition } from '#server/roadmap/order/column-position.ts'
import { moveRoadmapItem } from '#server/roadmap/order/move.ts'
import { roadmapCan } from '#server/roadmap/permissions.ts'
import { RoadmapUpdate } from '#server/roadmap/schema.ts'
import { updateRoadmapItem } from '#server/roadmap/update.ts'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { readNotificationChoice, withMail } from '../../notify/choice.ts'
import { NotifyOptions } from '../../notify/notify-options.tsx'
import { hiddenReason } from '../board/cards.ts'
import { boardQuery } from '../board-query.ts'
import { moveByForm } from '../move-action.ts'
import { ItemForm } from './item-form.tsx'
import { LinkedRequestCard } from './linked-request-card.tsx'
import { parseTargetDelivery } from './parse-target.ts'
import { PositionForm } from './position-form.tsx'
import { SidePanel } from './side-panel.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, params, home, membership, zone, now }) => {
  const id = requireId(params)
  const [{ item, request }, position, notifies] = await Promise.all([
    getRoadmapItemDetail(scope, id),
    getColumnPosition(scope, id),
    getNotificationDefaults(scope),
  ])
  const recipients = await countRecipients(scope, [request.id], { kind: 'stages' })
  return {
    workspace: membership.name,
    home,
    item,
    request,
    hidden: hiddenReason(request),
    position: { place: position.place, count: position.count },
    /** Whom a move to another column would email, and whether it does by default. */
    mail: { recipients, notifies: notifies.notifiesStages },
    today: formatIsoDate(new Date(now), zone),
    can: roadmapCan(scope.actor),
  }
})

export type ItemPageData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  save: async ({ form, write, params, ...context }) => {
    const update = validateForm(RoadmapUpdate, {
      title: form.text('title').replaceAll('\n', ' '),
      description: form.text('description'),
      targetDelivery: parseTargetDelivery(form),
    })
    await write((tx) => updateRoadmapItem(tx, requireId(params), update))
    return redirectWithFlash(itemUrl(context, requireId(params)), messages.saved)
  },
  move: async (context) => {
    const id = requireId(context.params)
    const next = itemUrl(context, id)
    const flash = await moveByForm(context, { id, next })
    if (flash === undefined) return redirectWithFlash(next, messages.moved)
    const { text, ...options } = flash
    return redirectWithFlash(next, text, options)
  },
  step: async ({ form, write, params, ...context }) => {
    const direction = form.text('direction') === 'up' ? 'up' : 'down'
    const id = requireId(params)
    await write(async (tx) => {
      const step = adjacentMove(await getColumnPosition(tx, id), direction)
      if (step !== null) await moveRoadmapItem(tx, id, step)
    })
    return redirectWithFlash(itemUrl(context, id), direction === 'up' ? messages.movedUp : messages.movedDown)
  },
  delete: async (context) => {
    const { write, params, home, url } = context
    const choice = await readNotificationChoice(context, 'stages')
    await write((tx) => deleteRoadmapItem(tx, requireId(params), choice))
    const next = `${home}/roadmap${boardQuery(url.searchParams)}`
    const { text, ...options } = await withMail(context, { text: messages.deleted }, { choice, next })
    return redirectWithFlash(next, text, options)
  },
})

const itemUrl = ({ home, url }: Pick<MemberContext, 'home' | 'url'>, id: string): string =>
  `${home}/roadmap/${id}${boardQuery(url.searchParams)}`

export const meta = ({ loaderData }: { loaderData?: ItemPageData }) => [
  { title: `${loaderData?.item.title ?? messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function ItemPanel({ loaderData }: { loaderData: ItemPageData }) {
  const { item, mail, home, can } = loaderData
  const isPromised = item.status === 'planned' || item.status === 'in_progress'
  const [query] = useSearchParams()
  return (
    <SidePanel
      // A new key per item: what was typed for one must not appear in another.
      key={item.id}
      closeTo={`${home}/roadmap${boardQuery(query)}`}
      title={item.title}
      head={<PositionForm {...loaderData} />}
      actions={can.delete && <IconButton label={messages.delete} icon={<Trash2 aria-hidden />} opens="delete-item" />}
    >
      <ItemForm {...loaderData} />
      <LinkedRequestCard {...loaderData} />
      <ConfirmDialog
        id="delete-item"
        intent="delete"
        title={messages.deleteTitle({ title: item.title })}
        description={isPromised ? messages.deleteOpen : messages.deleteOver}
        confirm={messages.delete}
      >
        {isPromised && <NotifyOptions recipients={mail.recipients} byDefault={mail.notifies} />}
      </ConfirmDialog>
    </SidePanel>
  )
}
