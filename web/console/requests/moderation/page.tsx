import './moderation.css'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import { acts, loads } from '#server/console/handlers.ts'
import { pendingCount } from '#server/feedback/console/counts.ts'
import { moderationQueue } from '#server/feedback/console/moderation-queue.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { similarRequests } from '#server/feedback/search/similar.ts'
import { moderation as words } from '../../messages/requests/moderation.ts'
import { partFrom } from '../cursor-fallback.ts'
import { moving } from '../stage-changes/actions.ts'
import { Queue } from './queue.tsx'

export { clientAction } from '../../offline-action.ts'

export const loader = loads.member(async ({ scope, url, deps, home, membership }) => {
  const [{ page }, count] = await Promise.all([
    partFrom(url.searchParams.get('after') || undefined, (cursor) =>
      moderationQueue(scope, { cursor }, cursorSigner(deps)),
    ),
    pendingCount(scope),
  ])
  const wanted = url.searchParams.get('request')
  const focused = page.data.find(({ id }) => id === wanted) ?? page.data[0]
  return {
    workspace: membership.name,
    home,
    queue: page.data,
    next: page.pagination.nextCursor,
    count,
    wanted,
    focusedId: focused?.id ?? null,
    similar: focused ? await similarRequests(scope, { ...focused, excludeId: focused.id }) : [],
    can: feedbackCan(scope.actor),
  }
})

export type QueueData = Awaited<ReturnType<typeof loader>>

export const action = acts.member(moving)

export const meta = ({ loaderData }: { loaderData?: QueueData }) => [
  { title: `${words.title} · ${loaderData?.workspace ?? ''}` },
]

export default function ModerationPage({ loaderData }: { loaderData: QueueData }) {
  return (
    <div className="p-6 max-md:p-4">
      <Queue {...loaderData} />
    </div>
  )
}
