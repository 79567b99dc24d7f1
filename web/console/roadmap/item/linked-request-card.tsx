import { ChevronUp, MessageSquare } from 'lucide-react'
import { RowLink } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import type { ItemPageData } from './page.tsx'

/** Shows the linked request, and why the item is not public if it isn’t. */
export function LinkedRequestCard({ request, hidden, home }: ItemPageData) {
  return (
    <section className="linked-request" aria-labelledby="linked-request">
      <h2 id="linked-request">{messages.request}</h2>
      {hidden && (
        <Notice tone="warning" title={messages.hiddenTitle}>
          <p>{messages.hiddenLong[hidden]}</p>
        </Notice>
      )}
      <div className="linked-request-card">
        <span className="linked-request-votes">
          <ChevronUp size={16} aria-hidden />
          <NumberText value={request.votes} compact />
          <span className="visually-hidden"> {messages.votes({ count: request.votes })}</span>
        </span>
        <div className="min-w-0">
          <RowLink to={`${home}/requests/${request.id}`} className="linked-request-title" dir="auto">
            {request.title}
          </RowLink>
          <p className="linked-request-facts">
            <StageBadge stage={request.stage} look="plain" />
            <span>{request.board}</span>
            {request.comments > 0 && (
              <span className="inline-flex items-center gap-1">
                <MessageSquare size={14} aria-hidden />
                <NumberText value={request.comments} />
                <span className="visually-hidden"> {messages.comments({ count: request.comments })}</span>
              </span>
            )}
          </p>
        </div>
      </div>
    </section>
  )
}
