import { CircleUser } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PendingFeedback, PendingSubmitter } from '#server/feedback/console/moderation-queue.ts'
import { Avatar } from '../../../ui/data/avatar.tsx'
import { DescriptionList } from '../../../ui/data/list-row.tsx'
import { describeReviewHistory, moderationMessages as messages } from '../../messages/requests/moderation.ts'

/** Shows the submitter and the source, which only the team can see. */
export function ReviewContext({ request, home }: { request: PendingFeedback; home: string }) {
  const { submitter, sourceUrl, metadata } = request
  const facts: [string, ReactNode][] = [
    [messages.source, sourceUrl && <Source url={sourceUrl} />],
    ...Object.entries(metadata ?? {}).map(([name, value]): [string, ReactNode] => [name, String(value)]),
  ]
  return (
    <>
      <section className="review-part">
        <h3>{messages.submitter}</h3>
        {submitter ? <Submitter submitter={submitter} home={home} /> : <AnonymousSubmitter />}
      </section>
      {facts.some(([, value]) => value !== null) && (
        <section className="review-part">
          <h3>{messages.context}</h3>
          <DescriptionList facts={facts} />
        </section>
      )}
    </>
  )
}

function Submitter({ submitter, home }: { submitter: PendingSubmitter; home: string }) {
  const { id, name, email, externalId, approved, rejected } = submitter
  const displayName = name ?? email ?? externalId ?? messages.anonymous
  const otherIds = [email, externalId].filter((value) => value !== null && value !== displayName)
  return (
    <div className="review-person">
      <Avatar name={displayName} />
      <div className="min-w-0">
        <p>
          <Link className="text-link font-medium" to={`${home}/customers/${id}`} dir="auto">
            {displayName}
          </Link>
          {otherIds.length > 0 && <span className="text-muted"> {otherIds.join(' · ')}</span>}
        </p>
        <p className="text-muted">{describeReviewHistory(approved, rejected)}</p>
      </div>
    </div>
  )
}

function AnonymousSubmitter() {
  return (
    <div className="review-person text-muted">
      <CircleUser size={28} strokeWidth={1.25} aria-hidden />
      <div>
        <p className="text-ink">{messages.anonymous}</p>
        <p>{messages.anonymousNote}</p>
      </div>
    </div>
  )
}

function Source({ url }: { url: string }) {
  return (
    <a className="text-link" href={url} target="_blank" rel="noopener noreferrer nofollow">
      {url.replace(/^https?:\/\//, '')}
    </a>
  )
}
