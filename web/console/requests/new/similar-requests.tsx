import { useEffect } from 'react'
import { Link, useFetcher, useHref } from 'react-router'
import type { SimilarRequest } from '#server/feedback/search/similar.ts'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx'
import { useDebouncedValue } from '../../../ui/lib/use-debounced-value.ts'
import { newRequestMessages as messages } from '../../messages/requests/new.ts'

// A shorter beginning says nothing yet.
const shortest = 4

/** Requests that say about the same as the title, while it is being written: a vote for one is better than a second one. */
export function SimilarRequestsHint({ home, title }: { home: string; title: string }) {
  const similar = useSimilar(home, title)
  return (
    <div aria-live="polite">
      {similar.length > 0 && (
        <section className="already-asked" aria-label={messages.similar}>
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
  const voting = useHref(`${home}/requests/new?vote=${id}`)
  return (
    <li>
      <div className="already-asked-request">
        <Link className="text-link" to={`${home}/requests/${id}`} dir="auto">
          {title}
        </Link>
        <div className="already-asked-facts">
          <StageBadge stage={stage} look="plain" />
          <span>{messages.votes({ count: votes })}</span>
        </div>
      </div>
      <SubmitButton
        look="normal"
        size="sm"
        name="intent"
        value="vote"
        formAction={voting}
        formNoValidate
        aria-label={messages.voteFor({ title })}
      >
        {messages.vote}
      </SubmitButton>
    </li>
  )
}

function useSimilar(home: string, title: string): SimilarRequest[] {
  const { load, data } = useFetcher<{ similar: SimilarRequest[] }>()
  const settled = useDebouncedValue(title.trim())
  const isLongEnough = settled.length >= shortest
  useEffect(() => {
    if (isLongEnough) load(`${home}/requests/similar?title=${encodeURIComponent(settled)}`)
  }, [load, home, settled, isLongEnough])
  return isLongEnough ? (data?.similar ?? []) : []
}
