import { ChevronUp, MessageSquare } from 'lucide-react'
import { RowLink } from '../../../ui/data/list-row.tsx'
import { NumberText } from '../../../ui/data/number-text.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Notice } from '../../../ui/notices/notice.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import type { ItemPageData } from './page.tsx'

/** Who asked for it: the request, and why the public does not see the item if it does not. */
export function LinkedRequestCard({ request, hidden, home }: ItemPageData) {
  return (
    <section className="request-behind" aria-labelledby="request-behind">
      <h2 id="request-behind">{messages.request}</h2>
      {hidden && (
        <Notice tone="warning" title={messages.hiddenTitle}>
          <p>{messages.hiddenLong[hidden]}</p>
        </Notice>
      )}
      <div className="request-behind-card">
        <span className="request-behind-votes">
          <ChevronUp size={16} aria-hidden />
          <NumberText value={request.votes} compact />
          <span className="visually-hidden"> {messages.votes({ count: request.votes })}</span>
        </span>
        <div className="min-w-0">
          <RowLink to={`${home}/requests/${request.id}`} className="request-behind-title" dir="auto">
            {request.title}
          </RowLink>
          <p className="request-behind-facts">
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
