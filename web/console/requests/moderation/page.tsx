import './moderation.css'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { countPendingFeedback } from '#server/feedback/console/counts.ts'
import { listModerationQueue } from '#server/feedback/console/moderation-queue.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { listSimilarRequests } from '#server/feedback/search/similar.ts'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { readPageOrFirst } from '../cursor-fallback.ts'
import { listStageActions } from '../stage-changes/actions.ts'
import { ModerationQueue } from './queue.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loaderFor.member(async ({ scope, url, deps, home, membership }) => {
  const [{ page }, count] = await Promise.all([
    readPageOrFirst(url.searchParams.get('after') || undefined, (cursor) =>
      listModerationQueue(scope, { cursor }, getCursorSigner(deps)),
    ),
    countPendingFeedback(scope),
  ])
  const requestedId = url.searchParams.get('request')
  const focused = page.data.find(({ id }) => id === requestedId) ?? page.data[0]
  return {
    workspace: membership.name,
    home,
    queue: page.data,
    next: page.pagination.nextCursor,
    count,
    requestedId,
    focusedId: focused?.id ?? null,
    similar: focused ? await listSimilarRequests(scope, { ...focused, excludeId: focused.id }) : [],
    can: feedbackCan(scope.actor),
  }
})

export type ModerationPageData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member(listStageActions)

export const meta = ({ loaderData }: { loaderData?: ModerationPageData }) => [
  { title: `${messages.title} · ${loaderData?.workspace ?? ''}` },
]

export default function ModerationPage({ loaderData }: { loaderData: ModerationPageData }) {
  return (
    <div className="p-6 max-md:p-4">
      <ModerationQueue {...loaderData} />
    </div>
  )
}
