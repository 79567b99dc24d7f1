import { Link } from 'react-router'
import type { ReviewedAuthor } from '#server/comments/review/queue.ts'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import { reviewMessages } from '../../messages/requests/review.ts'

/** Shows who wrote the content being reviewed. */
export function ReviewAuthor({ author, home }: { author: ReviewedAuthor | null; home: string }) {
  const name = author?.name ?? author?.email ?? author?.externalId ?? messages.anonymous
  return (
    <section className="review-part">
      <h3>{reviewMessages.author}</h3>
      <div className="review-person">
        <Avatar name={name} />
        {author ? (
          <Link className="text-link font-medium" to={`${home}/customers/${author.id}`} dir="auto">
            {name}
          </Link>
        ) : (
          <span className="text-muted">{name}</span>
        )}
      </div>
    </section>
  )
}
