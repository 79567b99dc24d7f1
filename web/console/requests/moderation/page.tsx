import './moderation.css'
import { cursorSigner } from '#server/console/cursor-signer.ts'
import { acts, loads } from '#server/console/page.ts'
import { pendingCount } from '#server/feedback/counts.ts'
import { moderationQueue } from '#server/feedback/moderation-queue.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { similarRequests } from '#server/feedback/similar.ts'
import { moderation as words } from '../../words/moderation.ts'
import { partFrom } from '../first-part.ts'
import { moving } from '../moving.ts'
import { Queue } from './queue.tsx'

export { clientAction } from '../../staying.ts'

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
