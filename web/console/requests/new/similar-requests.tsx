import { useEffect } from 'react'
import { Link, useHref } from 'react-router'
import type { SimilarRequest } from '#server/feedback/search/similar.ts'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { useBackgroundFetcher } from '../../../ui/lib/background-loads.ts'
import { useDebouncedValue } from '../../../ui/lib/use-debounced-value.ts'
import { newRequestMessages as messages } from '../../messages/requests/new.ts'

// Shorter titles match too much.
const minTitleLength = 4

/** Shows requests similar to the title while it is typed: voting for one is better than adding a duplicate. */
export function SimilarRequestsHint({ home, title }: { home: string; title: string }) {
  const similar = useSimilar(home, title)
  return (
    <div className="similar-live" aria-live="polite">
      {similar.length > 0 && (
        <section className="similar-hint" aria-label={messages.similar}>
          <h2>{messages.similar}</h2>
          <p>{messages.similarText}</p>
          <ul>
            {similar.map((request) => (
              <SimilarRequestRow key={request.id} home={home} {...request} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function SimilarRequestRow({ home, id, title, stage, votes }: SimilarRequest & { home: string }) {
  const voteUrl = useHref(`${home}/requests/new?vote=${id}`)
  return (
    <li>
      <div className="similar-hint-request">
        <Link className="text-link" to={`${home}/requests/${id}`} dir="auto">
          {title}
        </Link>
        <div className="similar-hint-facts">
          <StageBadge stage={stage} look="plain" />
          <span>{messages.votes({ count: votes })}</span>
        </div>
      </div>
      <SubmitButton
        look="normal"
        size="sm"
        name="intent"
        value="vote"
        formAction={voteUrl}
        formNoValidate
        aria-label={messages.voteFor({ title })}
      >
        {messages.vote}
      </SubmitButton>
    </li>
  )
}

function useSimilar(home: string, title: string): SimilarRequest[] {
  const { load, data } = useBackgroundFetcher<{ similar: SimilarRequest[] }>()
  const debouncedTitle = useDebouncedValue(title.trim())
  const isLongEnough = debouncedTitle.length >= minTitleLength
  useEffect(() => {
    if (isLongEnough) load(`${home}/requests/similar?title=${encodeURIComponent(debouncedTitle)}`)
  }, [load, home, debouncedTitle, isLongEnough])
  return isLongEnough ? (data?.similar ?? []) : []
}
