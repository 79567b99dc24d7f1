import { Trash2 } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { done } from '#server/console/flash.ts'
import { checked } from '#server/console/form.ts'
import { acts, loads } from '#server/console/handlers.ts'
import type { MemberVisit } from '#server/console/page-context.ts'
import { isUuid } from '#server/platform/ids.ts'
import { notFound } from '#server/platform/problems.ts'
import { consoleItem } from '#server/roadmap/console/item.ts'
import { deleteItem } from '#server/roadmap/delete.ts'
import { moveItem, RoadmapMove } from '#server/roadmap/order/move.ts'
import { neighboursOf, stepOf } from '#server/roadmap/order/column-position.ts'
import { roadmapCan } from '#server/roadmap/permissions.ts'
import { RoadmapUpdate } from '#server/roadmap/schema.ts'
import { updateRoadmapItem } from '#server/roadmap/update.ts'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { roadmap as words } from '../../messages/roadmap.ts'
import { boardQuery } from '../board-query.ts'
import { hiddenBy } from '../board/cards.ts'
import { ItemForm } from './item-form.tsx'
import { Panel } from './side-panel.tsx'
import { PlaceForm } from './position-form.tsx'
import { RequestBehind } from './linked-request-card.tsx'
import { todayIn } from '../target-delivery.ts'
import { targetIn } from './parse-target.ts'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async ({ scope, params, home, membership, zone, now }) => {
  const id = idIn(params)
  const [{ item, request }, place] = await Promise.all([consoleItem(scope, id), neighboursOf(scope, id)])
  return {
    workspace: membership.name,
    home,
    item,
    request,
    hidden: hiddenBy(request),
    place: { place: place.place, count: place.count },
    today: todayIn(zone, now),
    can: roadmapCan(scope.actor),
  }
})

export type ItemData = Awaited<ReturnType<typeof loader>>

export const action = acts.member({
  save: async ({ form, write, params, ...visit }) => {
    const wanted = checked(RoadmapUpdate, {
      title: form.text('title').replaceAll('\n', ' '),
      description: form.text('description'),
      targetDelivery: targetIn(form),
    })
    await write((tx) => updateRoadmapItem(tx, idIn(params), wanted))
    return done(addressOf(visit, idIn(params)), words.saved)
  },
  move: async ({ form, write, params, ...visit }) => {
    const wanted = checked(RoadmapMove, { status: form.text('status') })
    const { status } = await write((tx) => moveItem(tx, idIn(params), wanted))
    return done(addressOf(visit, idIn(params)), words.movedTo(status))
  },
  step: async ({ form, write, params, ...visit }) => {
    const direction = form.text('direction') === 'up' ? 'up' : 'down'
    const id = idIn(params)
    await write(async (tx) => {
      const step = stepOf(await neighboursOf(tx, id), direction)
      if (step !== null) await moveItem(tx, id, step)
    })
    return done(addressOf(visit, id), direction === 'up' ? words.movedUp : words.movedDown)
  },
  delete: async ({ write, params, home, url }) => {
    await write((tx) => deleteItem(tx, idIn(params)))
    return done(`${home}/roadmap${boardQuery(url.searchParams)}`, words.deleted)
  },
})

function idIn({ id = '' }: MemberVisit['params']): string {
  if (!isUuid(id)) throw notFound()
  return id
}

const addressOf = ({ home, url }: Pick<MemberVisit, 'home' | 'url'>, id: string): string =>
  `${home}/roadmap/${id}${boardQuery(url.searchParams)}`

export const meta = ({ loaderData }: { loaderData?: ItemData }) => [
  { title: `${loaderData?.item.title ?? words.title} · ${loaderData?.workspace ?? ''}` },
]

export default function ItemPanel({ loaderData }: { loaderData: ItemData }) {
  const { item, home, can } = loaderData
  const [query] = useSearchParams()
  return (
    <Panel
      // Another item is another form: nothing of what was typed for the one goes to the other.
      key={item.id}
      closeTo={`${home}/roadmap${boardQuery(query)}`}
      title={item.title}
      head={<PlaceForm {...loaderData} />}
      actions={can.delete && <IconButton label={words.delete} icon={<Trash2 aria-hidden />} opens="delete-item" />}
    >
      <ItemForm {...loaderData} />
      <RequestBehind {...loaderData} />
      <ConfirmDialog
        id="delete-item"
        intent="delete"
        title={words.deleteTitle(item.title)}
        description={item.status === 'planned' || item.status === 'in_progress' ? words.deleteOpen : words.deleteOver}
        confirm={words.delete}
      />
    </Panel>
  )
}
