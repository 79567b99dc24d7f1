import './moderation.css'
import { listBoardChoices } from '#server/boards/list.ts'
import { listPendingComments } from '#server/comments/review/queue.ts'
import { getCursorSigner } from '#server/console/cursor-signer.ts'
import { actionFor, loaderFor } from '#server/console/handlers.ts'
import { listWaitingEdits, type WaitingEdit } from '#server/edits/review/queue.ts'
import { listTextChanges } from '#server/edits/review/text-changes.ts'
import { countPendingFeedback } from '#server/feedback/console/counts.ts'
import { listModerationQueue } from '#server/feedback/console/moderation-queue.ts'
import { feedbackCan } from '#server/feedback/permissions.ts'
import { listMergeTargets } from '#server/feedback/search/similar.ts'
import { listMemberChoices } from '#server/members/choices.ts'
import { getNotificationDefaults } from '#server/notifications/preferences/workspace-defaults.ts'
import { countCommentRecipients } from '#server/notifications/recipients/count-comment-recipients.ts'
import { countRecipientsOfEach } from '#server/notifications/recipients/count-recipients.ts'
import { listReportedItems } from '#server/reports/queue.ts'
import { readPageOrFirst } from '../../cursor-fallback.ts'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { listStageActions } from '../stage-changes/actions.ts'
import { reviewActions } from './actions.ts'
import { ModerationQueue } from './queue.tsx'
import { type EditToReview, mergeQueues } from './review-item.ts'

export { clientAction } from '../../offline-action.ts'

// As many as fit on one screen; more appear when these are decided.
const maxShown = 25

export const loader = loaderFor.member(async ({ scope, url, deps, home, membership }) => {
  const isFirstPage = !url.searchParams.get('after')
  const [{ page }, comments, edits, reports, count, notifies, boards, members] = await Promise.all([
    readPageOrFirst(url.searchParams.get('after') || undefined, (cursor) =>
      listModerationQueue(scope, { cursor }, getCursorSigner(deps)),
    ),
    isFirstPage ? listPendingComments(scope, maxShown) : [],
    isFirstPage ? listWaitingEdits(scope, { limit: maxShown }) : [],
    isFirstPage ? listReportedItems(scope, maxShown) : [],
    countPendingFeedback(scope),
    getNotificationDefaults(scope),
    listBoardChoices(scope),
    listMemberChoices(scope),
  ])
  const requestedId = url.searchParams.get('request')
  const { nextCursor } = page.pagination
  const queue = mergeQueues(
    { requests: page.data, comments, edits: edits.map(withChanges), reports },
    nextCursor !== null,
  )
  const focused = queue.find(({ id }) => id === requestedId) ?? queue[0]
  const [recipients, commentRecipients] = await Promise.all([
    countRecipientsOfEach(
      scope,
      page.data.map(({ id }) => id),
      { kind: 'stages' },
    ),
    countCommentRecipients(
      scope,
      comments.map(({ id }) => id),
    ),
  ])
  return {
    workspace: membership.name,
    home,
    queue,
    /** The number of people whom an approval emails, by request or comment, and whether the email is on by default. */
    recipients: Object.fromEntries([...recipients, ...[...commentRecipients].map(([id, { count }]) => [id, count])]),
    notifies: notifies.notifiesApprovals,
    /** When the queue was loaded: an approval of a text that was edited since is rejected. */
    seenAt: scope.now,
    next: nextCursor,
    count,
    requestedId,
    focusedId: focused?.id ?? null,
    targets: focused?.kind === 'request' ? await listMergeTargets(scope, { ...focused, excludeId: focused.id }) : [],
    boards,
    members,
    can: feedbackCan(scope.actor),
  }
})

const withChanges = (edit: WaitingEdit): EditToReview => {
  const { before, after } = edit
  const hasNewTitle = before.title !== after.title
  return {
    ...edit,
    changes: {
      title: hasNewTitle ? listTextChanges(before.title ?? '', after.title ?? '') : null,
      body: listTextChanges(before.body, after.body),
    },
  }
}

export type ModerationPageData = Awaited<ReturnType<typeof loader>>

export const action = actionFor.member({ ...listStageActions, ...reviewActions })

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
