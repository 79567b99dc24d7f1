import { useEffect } from 'react'
import { Link, useFetcher } from 'react-router'
import type { SimilarRequest } from '#server/feedback/search/similar.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import type { ModerationPageData } from './page.tsx'

interface SimilarProps extends Pick<ModerationPageData, 'home' | 'focusedId' | 'similar' | 'can'> {
  request: { id: string }
}

/** What says about the same already, so that the two become one. */
export function SimilarRequests(props: SimilarProps) {
  const { home, request, can } = props
  const similar = useSimilar(props)
  return (
    <section className="review-part">
      <h3>{messages.similar}</h3>
      {similar === null && <p className="text-muted">{messages.searching}</p>}
      {similar?.length === 0 && <p className="text-muted">{messages.noSimilar}</p>}
      {similar !== null && similar.length > 0 && (
        <ul className="review-similar">
          {similar.map(({ id, title, stage, votes }) => (
            <li key={id}>
              <div className="min-w-0 flex-1">
                <Link className="text-link" to={`${home}/requests/${id}`} dir="auto">
                  {title}
                </Link>
                <p>
                  <StageBadge stage={stage} look="plain" />
                  <span className="text-muted">{messages.voteCount({ count: votes })}</span>
                </p>
              </div>
              {can.merge && (
                <LinkButton
                  size="sm"
                  to={`${home}/requests/${request.id}/merge?into=${id}`}
                  aria-label={messages.mergeInto({ title })}
                >
                  {messages.merge}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Those of the first one come with the page; of the next ones they are asked for. Null while they are on their way. */
function useSimilar({ home, request, focusedId, similar }: SimilarProps): SimilarRequest[] | null {
  const { load, data } = useFetcher<{ of: string | null; similar: SimilarRequest[] }>()
  const isHere = request.id === focusedId
  useEffect(() => {
    if (!isHere) load(`${home}/requests/similar?of=${request.id}`)
  }, [load, home, request.id, isHere])
  if (isHere) return similar
  return data?.of === request.id ? data.similar : null
}
