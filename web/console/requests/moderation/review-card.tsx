import { Ban, Check, X } from 'lucide-react'
import { Form, Link, useRouteLoaderData } from 'react-router'
import type { PendingFeedback } from '#server/feedback/console/moderation-queue.ts'
import { Button, LinkButton } from '../../../ui/buttons/button.tsx'
import { Badge, Kbd } from '../../../ui/data/badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'
import type { ModerationPageData } from './page.tsx'
import { ReviewContext } from './review-context.tsx'
import { SimilarRequests } from './similar-requests.tsx'

interface ReviewCardProps extends ModerationPageData {
  request: PendingFeedback
  /** The URL of the request to review instead; null for the last one. */
  skipTo: string | null
  onSkip: () => void
  onDecide: (intent: PendingStageChange['intent']) => void
}

/** Shows what the team needs for a decision, and its buttons. The description is shown as plain text. */
export function ReviewCard(props: ReviewCardProps) {
  const { request, home } = props
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
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
      </div>
      <ReviewContext request={request} home={home} />
      <SimilarRequests {...props} />
      <DecisionForm {...props} />
    </article>
  )
}

const decisions = [
  { intent: 'approve', icon: Check, key: 'a' },
  { intent: 'reject', icon: X, key: 'r' },
  { intent: 'spam', icon: Ban, key: 's' },
] as const

function DecisionForm({ request, home, can, skipTo, onSkip, onDecide }: ReviewCardProps) {
  const reviewUrl = `${home}/requests/review`
  return (
    <Form
      method="post"
      action={reviewUrl}
      className="review-decision"
      aria-label={messages.decide}
      onSubmit={(event) => {
        event.preventDefault()
        const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
        onDecide(value as PendingStageChange['intent'])
      }}
    >
      <input type="hidden" name="id" value={request.id} />
      <input type="hidden" name="next" value={reviewUrl} />
      <input type="hidden" name="back" value={`${reviewUrl}?request=${request.id}`} />
      {can.triage &&
        decisions.map(({ intent, icon: Icon, key }) => (
          <Button
            key={intent}
            type="submit"
            name="intent"
            value={intent}
            look={intent === 'approve' ? 'primary' : 'normal'}
            icon={<Icon aria-hidden />}
            aria-keyshortcuts={key}
          >
            {messages[intent]}
            <span className="review-key" aria-hidden>
              <Kbd>{key}</Kbd>
            </span>
          </Button>
        ))}
      {skipTo && (
        <LinkButton className="ms-auto" look="quiet" to={skipTo} preventScrollReset onClick={onSkip}>
          {messages.skip}
        </LinkButton>
      )}
    </Form>
  )
}
