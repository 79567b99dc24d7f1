import { formatIsoDate } from '#i18n/format.ts'
import './roadmap.css'
import { type ClientActionFunctionArgs, type ShouldRevalidateFunctionArgs, useOutlet } from 'react-router'
import { listBoardChoices } from '#server/boards/choices.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { notifyNobody } from '#server/notifications/events/choice.ts'
import { takeBackMail } from '#server/notifications/events/take-back.ts'
import { listRoadmapColumns } from '#server/roadmap/console/columns.ts'
import { moveRoadmapItem, RoadmapMove } from '#server/roadmap/order/move.ts'
import { roadmapCan } from '#server/roadmap/permissions.ts'
import { listTargetQuarters } from '#server/roadmap/quarters.ts'
import { roadmapMessages as messages } from '../messages/roadmap.ts'
import { readNotificationChoice, withMail } from '../notify/choice.ts'
import { Board } from './board/board.tsx'
import { BoardHeader } from './board/board-header.tsx'
import { toCardColumn } from './board/cards.ts'
import { showMoveToast } from './board/move-toasts.ts'
import { boardQuery, parseBoardFilter } from './board-query.ts'

export const loader = loaderFor.member(async ({ scope, url, home, membership, now, zone }) => {
  const [columns, boards, quarters] = await Promise.all([
    listRoadmapColumns(scope, parseBoardFilter(url.searchParams)),
    listBoardChoices(scope),
    listTargetQuarters(scope),
  ])
  const today = formatIsoDate(new Date(now), zone)
  return {
    workspace: membership.name,
    home: `${home}/roadmap`,
    columns: columns.map((column) => toCardColumn(column, today)),
    boards,
    quarters,
    today,
    can: roadmapCan(scope.actor),
  }
})

export type BoardData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  /** Moves a dragged card. Returns data instead of redirecting: the board is already up to date. */
  move: async (context) => {
    const { form, write, home } = context
    const fields = ['status', 'beforeId', 'afterId'].flatMap((name) =>
      form.has(name) ? [[name, form.text(name)]] : [],
    )
    const move = validateForm(RoadmapMove, Object.fromEntries(fields))
    const undoes = form.optionalText('undoes')
    const byDefault = await readNotificationChoice(context, 'stages')
    const { title, status, choice } = await write(async (tx) => {
      const isUnsent = undoes !== undefined && (await takeBackMail(tx, undoes))
      const choice = isUnsent ? notifyNobody : byDefault
      return { ...(await moveRoadmapItem(tx, form.id('id'), move, choice)), choice }
    })
    if (move.status === undefined) return { moved: form.id('id') }
    const text = messages.movedCard({ title, status: messages.statuses[status] })
    const next = form.text('next') || `${home}/roadmap`
    const flash = await withMail(context, { text }, { choice, next })
    // The board shows the move itself.
    return { moved: form.id('id'), ...(flash.text !== text && { flash }) }
  },
})

/** Reports a failed move in a toast: an error page must not replace the board. */
export const clientAction = async ({ request, serverAction }: ClientActionFunctionArgs) =>
  showMoveToast(await request.clone().formData(), () => serverAction())

/** Skips reloading when a panel opens beside the board. Reloads after a rejected move: the board has changed. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs) {
  const { currentUrl, nextUrl, formMethod, actionStatus, defaultShouldRevalidate } = args
  const isSameBoard = boardQuery(currentUrl.searchParams) === boardQuery(nextUrl.searchParams)
  const isOtherPage = currentUrl.pathname !== nextUrl.pathname
  if (actionStatus === 503) return false
  if (formMethod !== undefined && formMethod !== 'GET') return true
  return isSameBoard && isOtherPage ? false : defaultShouldRevalidate
}

export const meta = ({ loaderData }: { loaderData?: BoardData }) => [
  { title: `${messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function RoadmapPage({ loaderData }: { loaderData: BoardData }) {
  const panel = useOutlet()
  return (
    <div className="roadmap" data-panel={panel ? '' : undefined}>
      <div className="roadmap-main">
        <BoardHeader {...loaderData} />
        <Board {...loaderData} />
      </div>
      {panel && <div className="roadmap-panel">{panel}</div>}
    </div>
  )
}
