import { Link, useRouteLoaderData } from 'react-router'
import type { PendingFeedback } from '#server/feedback/console/moderation-queue.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { AttachedFiles } from '../../files/attached-files.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'
import { DecisionForm } from './decision-form.tsx'
import type { ModerationPageData } from './page.tsx'
import { ReviewContext } from './review-context.tsx'
import { ReviewTools } from './review-tools.tsx'
import { SimilarRequests, useMergeTargets } from './similar-requests.tsx'

export interface ReviewCardProps extends ModerationPageData {
  request: PendingFeedback
  /** The URL of the request to review instead; null for the last one. */
  skipTo: string | null
  onSkip: () => void
  onDecide: (intent: PendingStageChange['intent'], choice?: Pick<PendingStageChange, 'choice' | 'stage'>) => void
}

/** Shows what the team needs for a decision, and its buttons. The description is shown as plain text. */
export function ReviewCard(props: ReviewCardProps) {
  const { request, home } = props
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const targets = useMergeTargets(props)
  return (
    <article className="card review" aria-labelledby="review-title">
      <div className="review-body">
        <div className="review-head">
          <Badge look="outline">{request.board.name}</Badge>
          <span>
            {messages.filed} <Time value={request.createdAt} now={now} zone={zone} />
          </span>
          {request.votes > 1 && <span>{messages.voteCount({ count: request.votes })}</span>}
          {request.comments > 0 && <span>{messages.commentCount({ count: request.comments })}</span>}
          <Link className="text-link ms-auto" to={`${home}/requests/${request.id}`}>
            {messages.open}
          </Link>
        </div>
        <h2 id="review-title" dir="auto">
          {request.title}
        </h2>
        {request.description ? (
          <p className="review-text" dir="auto">
            {request.description}
          </p>
        ) : (
          <p className="text-13 text-muted">{messages.noDescription}</p>
        )}
        <AttachedFiles text={request.description} />
      </div>
      <ReviewContext request={request} home={home} />
      <SimilarRequests {...props} similar={targets?.filter(({ isSimilar }) => isSimilar) ?? null} />
      {props.can.triage && <ReviewTools {...props} targets={targets} />}
      <DecisionForm {...props} item={{ kind: 'request', ...request }} />
    </article>
  )
}
