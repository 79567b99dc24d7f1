import { formatIsoDate } from '#i18n/format.ts'
import './roadmap.css'
// Here, in the parent of all panels: the build would load a style sheet of three pages before that of the root.
import './panel.css'
import { type ClientActionFunctionArgs, type ShouldRevalidateFunctionArgs, useOutlet } from 'react-router'
import { listBoardChoices } from '#server/boards/choices.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import { listRoadmapColumns } from '#server/roadmap/console/columns.ts'
import { listMissingRequests } from '#server/roadmap/console/missing.ts'
import { roadmapCan } from '#server/roadmap/permissions.ts'
import { listTargetQuarters } from '#server/roadmap/quarters.ts'
import { getStageLabels } from '#server/workspaces/stage-labels.ts'
import { roadmapMessages as messages } from '../messages/roadmap.ts'
import { Board } from './board/board.tsx'
import { BoardHeader } from './board/board-header.tsx'
import { toCardColumn } from './board/cards.ts'
import { showMoveToast } from './board/move-toasts.ts'
import { boardQuery, parseBoardFilter } from './board-query.ts'
import { MissingLine } from './missing/missing-line.tsx'
import { moveByForm } from './move-action.ts'

// The panel that lists them shows as many.
const maxMissing = 100

export const loader = loaderFor.member(async ({ scope, url, home, membership, now, zone }) => {
  const [columns, boards, quarters, missing, stageLabels, notifies] = await Promise.all([
    listRoadmapColumns(scope, parseBoardFilter(url.searchParams)),
    listBoardChoices(scope),
    listTargetQuarters(scope),
    listMissingRequests(scope, maxMissing),
    getStageLabels(scope),
    getNotificationDefaults(scope),
  ])
  const today = formatIsoDate(new Date(now), zone)
  return {
    workspace: membership.name,
    home: `${home}/roadmap`,
    columns: columns.map((column) => toCardColumn(column, today)),
    boards,
    quarters,
    /** The number of requests that customers would expect to find on the roadmap. */
    missing: { count: missing.requests.length, isCapped: missing.hasMore },
    today,
    /** The stages that customers know by another name. */
    stageLabels,
    /** Whether moving a card emails people by default. */
    notifies: notifies.notifiesStages,
    can: roadmapCan(scope.actor),
  }
})

export type BoardData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({
  /** Moves a dragged card. Returns data instead of redirecting: the board is already up to date. */
  move: async (context) => {
    const { form, home } = context
    const id = form.id('id')
    const next = form.text('next') || `${home}/roadmap`
    const flash = await moveByForm(context, { id, next })
    return { moved: id, ...(flash && { flash }) }
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
        <MissingLine {...loaderData} />
        <Board {...loaderData} />
      </div>
      {panel && <div className="roadmap-panel">{panel}</div>}
    </div>
  )
}
