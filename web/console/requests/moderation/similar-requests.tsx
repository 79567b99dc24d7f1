import { useEffect } from 'react'
import { Link } from 'react-router'
import type { MergeTarget } from '#server/feedback/search/similar.ts'
import { LinkButton } from '../../../ui/buttons/button.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { useBackgroundFetcher } from '../../../ui/lib/background-loads.ts'
import { moderationMessages as messages } from '../../messages/requests/moderation.ts'
import type { ModerationPageData } from './page.tsx'

interface SimilarProps extends Pick<ModerationPageData, 'home' | 'can'> {
  request: { id: string }
  /** Null while they are loading. */
  similar: MergeTarget[] | null
}

/** Lists similar requests, so that a duplicate can be merged instead of approved. */
export function SimilarRequests({ home, request, can, similar }: SimilarProps) {
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

type TargetProps = Pick<ModerationPageData, 'home' | 'focusedId' | 'targets'> & { request: { id: string } }

/** Returns the merge targets of a request: from the page for the first request, fetched for others. Null while loading. */
export function useMergeTargets({ home, request, focusedId, targets }: TargetProps): MergeTarget[] | null {
  const { load, data } = useBackgroundFetcher<{ of: string | null; similar: MergeTarget[] }>()
  const isPreloaded = request.id === focusedId
  useEffect(() => {
    if (!isPreloaded) load(`${home}/requests/similar?of=${request.id}`)
  }, [load, home, request.id, isPreloaded])
  if (isPreloaded) return targets
  return data?.of === request.id ? data.similar : null
}
