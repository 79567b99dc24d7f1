import { createComment } from '../../comments/create.ts'
import type { Thread } from '../../comments/queries.ts'
import type { WriteScope } from '../../platform/scope.ts'
import type { History } from './request-history.ts'
import { known, type Made, type Moment } from './timeline.ts'
import { customerNamed } from './tidepool/customers.ts'
import type { DemoComment, DemoThread } from './tidepool/types.ts'
import type { Times } from './timestamps.ts'

interface Under {
  made: Made
  times: Times
  thread: () => Thread
  /** When what is talked about came, and when it moved on. */
  history: History
}

/** A conversation: each comment some time after the one before it, replies below the one that they answer. */
export function threadMoments({ on, comments }: DemoThread, under: Under): Moment[] {
  const { times, history } = under
  const moments: Moment[] = []
  let last = history.created
  const say = (comment: DemoComment, parent?: DemoComment) => {
    last = momentOf(comment, last, history, times, on)
    moments.push({ at: last, act: (scope) => post(scope, under, comment, parent) })
    for (const reply of comment.replies ?? []) say(reply, comment)
  }
  for (const comment of comments) say(comment)
  return moments
}

function momentOf({ after, staff }: DemoComment, last: number, history: History, times: Times, on: string): number {
  const follow = staff ? times.deskAfter : times.after
  if (typeof after === 'number') return follow(last, after)
  const step = history[after]
  if (step === undefined) throw new Error(`The demo has a comment for when "${on}" is ${after}, which it never is.`)
  return follow(Math.max(last, step), 0)
}

async function post(scope: WriteScope, { made, thread }: Under, comment: DemoComment, parent?: DemoComment) {
  const { staff, from, text, isNote } = comment
  const author = staff
    ? { kind: 'staff_reply' as const, authorName: staff, ...(isNote && { isInternal: true }) }
    : { ...(from && { submitter: customerNamed(from) }) }
  const parentId = parent && { parentId: known(made.comments, parent) }
  const { id } = await createComment(scope, thread(), { body: text, ...author, ...parentId }, made.caps)
  made.comments.set(comment, id)
}
