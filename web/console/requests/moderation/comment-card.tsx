import { useRouteLoaderData } from 'react-router'
import { Time } from '../../../ui/data/time.tsx'
import { AttachedFiles } from '../../files/attached-files.tsx'
import { describeReasons, reviewMessages } from '../../messages/requests/review.ts'
import { DecisionForm } from './decision-form.tsx'
import { ReviewAuthor } from './review-author.tsx'
import type { ReviewCardProps } from './review-card.tsx'
import { ReviewHead } from './review-head.tsx'
import type { CommentOrReport } from './review-item.ts'

type CommentCardProps = Omit<ReviewCardProps, 'request'> & { item: CommentOrReport }

/** Shows a comment that waits for review, or reported content, as plain text. */
export function CommentCard(props: CommentCardProps) {
  const { item, home } = props
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  // A removed request has no page.
  const isGone = item.kind === 'report' && item.isRemoved && item.of === 'request'
  return (
    <article className="card review" aria-labelledby="review-title">
      <div className="review-body">
        <ReviewHead
          item={item}
          home={home}
          badge={item.kind === 'report' ? reviewMessages.reported : reviewMessages.comment}
          isGone={isGone}
        />
        {item.body ? (
          <p className="review-text" dir="auto">
            {item.body}
          </p>
        ) : (
          <p className="text-13 text-muted">{reviewMessages.noText}</p>
        )}
        <AttachedFiles text={item.body} />
      </div>
      {item.kind === 'report' && (
        <section className="review-part">
          <h3>{reviewMessages.reasons}</h3>
          <p>{describeReasons(item.reasons)}</p>
          {item.editedAt !== null && (
            <p>
              {reviewMessages.edited} <Time value={item.editedAt} now={now} zone={zone} />. {reviewMessages.editedHelp}
            </p>
          )}
          <p className="text-muted">{item.isRemoved ? reviewMessages.removedHelp : reviewMessages.removalHelp}</p>
        </section>
      )}
      {item.kind === 'comment' && item.parentBody !== null && (
        <section className="review-part">
          <h3>{reviewMessages.replyTo}</h3>
          <p dir="auto">{item.parentBody}</p>
        </section>
      )}
      <ReviewAuthor author={item.author} home={home} />
      <DecisionForm {...props} />
    </article>
  )
}
