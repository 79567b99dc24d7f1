import { Link, useRouteLoaderData } from 'react-router'
import type { TextChange } from '#server/edits/review/text-changes.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Time } from '../../../ui/data/time.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { reviewMessages } from '../../messages/requests/review.ts'
import { DecisionForm } from './decision-form.tsx'
import { ReviewAuthor } from './review-author.tsx'
import type { ReviewCardProps } from './review-card.tsx'
import { pageOf, type ReviewItem, titleOf } from './review-item.ts'

type EditCardProps = Omit<ReviewCardProps, 'request'> & { item: ReviewItem & { kind: 'edit' } }

/** Shows an edit that waits for review, with the words that it adds and removes. */
export function EditCard(props: EditCardProps) {
  const { item, home } = props
  const { now, zone } = useRouteLoaderData('root') as { now: string; zone: string }
  const { changes } = item
  return (
    <article className="card review" aria-labelledby="review-title">
      <div className="review-body">
        <div className="review-head">
          <Badge look="outline">{reviewMessages.edit}</Badge>
          <span>
            {messages.filed} <Time value={item.createdAt} now={now} zone={zone} />
          </span>
          <Link className="text-link ms-auto" to={pageOf(item, home)}>
            {reviewMessages.openThread[item.thread.kind]}
          </Link>
        </div>
        <h2 id="review-title" dir="auto">
          {titleOf(item)}
        </h2>
        <p className="text-13 text-muted">{reviewMessages.editHelp}</p>
        {changes.title && (
          <p className="review-text font-medium" dir="auto">
            <Changes changes={changes.title} />
          </p>
        )}
        <p className="review-text" dir="auto">
          <Changes changes={changes.body} />
        </p>
      </div>
      <ReviewAuthor author={item.author} home={home} />
      <DecisionForm {...props} />
    </article>
  )
}

const elements = { same: 'span', removed: 'del', added: 'ins' } as const

function Changes({ changes }: { changes: TextChange[] }) {
  return changes.map(({ kind, text }, index) => {
    const Element = elements[kind]
    return <Element key={index}>{text}</Element>
  })
}
