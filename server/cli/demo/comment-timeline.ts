import { createComment } from '../../comments/create.ts'
import type { Thread } from '../../comments/queries.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { DemoHistory } from './request-history.ts'
import { customerNamed } from './tidepool/customers.ts'
import type { DemoComment, DemoThread } from './tidepool/types.ts'
import { type CreatedIds, getOrThrow, type TimelineStep } from './timeline.ts'
import type { Timestamps } from './timestamps.ts'

interface ThreadContext {
  createdIds: CreatedIds
  times: Timestamps
  thread: () => Thread
  /** When the request or entry was created and when it changed. */
  history: DemoHistory
}

/** Builds the steps of a thread: each comment some time after the previous one, replies right after their parent. */
export function threadTimeline({ on, comments }: DemoThread, under: ThreadContext): TimelineStep[] {
  const { times, history } = under
  const steps: TimelineStep[] = []
  let last = history.created
  const say = (comment: DemoComment, parent?: DemoComment) => {
    last = commentTime(comment, last, history, times, on)
    steps.push({ at: last, run: (scope) => createDemoComment(scope, under, comment, parent) })
    for (const reply of comment.replies ?? []) say(reply, comment)
  }
  for (const comment of comments) say(comment)
  return steps
}

function commentTime(
  { after, staff }: DemoComment,
  last: number,
  history: DemoHistory,
  times: Timestamps,
  on: string,
): number {
  const follow = staff ? times.staffAfter : times.after
  if (typeof after === 'number') return follow(last, after)
  const step = history[after]
  if (step === undefined) throw new Error(`The demo has a comment for when "${on}" is ${after}, which it never is.`)
  return follow(Math.max(last, step), 0)
}

async function createDemoComment(
  scope: WriteScope,
  { createdIds, thread }: ThreadContext,
  comment: DemoComment,
  parent?: DemoComment,
) {
  const { staff, from, text, isNote } = comment
  const author = staff
    ? { kind: 'staff_reply' as const, authorName: staff, ...(isNote && { isInternal: true }) }
    : { ...(from && { submitter: customerNamed(from) }) }
  const parentId = parent && { parentId: getOrThrow(createdIds.comments, parent) }
  const { id } = await createComment(scope, thread(), { body: text, ...author, ...parentId }, createdIds.caps)
  createdIds.comments.set(comment, id)
}
