import { formatIsoDate } from '#i18n/format.ts'
import './roadmap.css'
import { type ClientActionFunctionArgs, type ShouldRevalidateFunctionArgs, useOutlet } from 'react-router'
import { listBoardChoices } from '#server/boards/choices.ts'
import { validateForm } from '#server/console/form.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { listRoadmapColumns } from '#server/roadmap/console/columns.ts'
import { moveRoadmapItem, RoadmapMove } from '#server/roadmap/order/move.ts'
import { roadmapCan } from '#server/roadmap/permissions.ts'
import { listTargetQuarters } from '#server/roadmap/quarters.ts'
import { roadmapMessages as messages } from '../messages/roadmap.ts'
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
  move: async ({ form, write }) => {
    const fields = ['status', 'beforeId', 'afterId'].flatMap((name) =>
      form.has(name) ? [[name, form.text(name)]] : [],
    )
    const move = validateForm(RoadmapMove, Object.fromEntries(fields))
    await write((tx) => moveRoadmapItem(tx, form.id('id'), move))
    return { moved: form.id('id') }
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
