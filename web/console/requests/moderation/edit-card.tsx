import type { TextChange } from '#server/edits/review/text-changes.ts'
import { reviewMessages } from '../../messages/requests/review.ts'
import { DecisionForm } from './decision-form.tsx'
import { ReviewAuthor } from './review-author.tsx'
import type { ReviewCardProps } from './review-card.tsx'
import { ReviewHead } from './review-head.tsx'
import type { ReviewItem } from './review-item.ts'

type EditCardProps = Omit<ReviewCardProps, 'request'> & { item: ReviewItem & { kind: 'edit' } }

/** Shows a waiting edit, with the words that it adds and removes. */
export function EditCard(props: EditCardProps) {
  const { item, home } = props
  const { changes } = item
  return (
    <article className="card review" aria-labelledby="review-title">
      <div className="review-body">
        <ReviewHead item={item} home={home} badge={reviewMessages.edit} />
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
