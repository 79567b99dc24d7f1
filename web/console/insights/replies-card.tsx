import { Link } from 'react-router'
import { Card } from '../../ui/layout/card.tsx'
import { insightMessages as messages } from '../messages/insights.ts'
import { formatListFilter } from '../requests/list/list-filter.ts'
import { formatDuration } from './duration.ts'
import { ExportButton } from './export-button.tsx'
import type { InsightData } from './page.tsx'

/** Shows how soon customers get an answer. */
export function RepliesCard({ replies, home, range, weeks }: InsightData) {
  const { title, none, answered, latest, noRequests, all, allOfPeriod, unanswered } = messages.replies
  const { medianSeconds, considered, isCapped } = replies
  // Rejected requests need no reply.
  const filter = { from: weeks[0]!.start, status: ['pending', 'approved', 'spam'] }
  return (
    <Card title={title} actions={<ExportButton home={home} range={range} report="replies" title={title} />}>
      <p className="insight-figure">{medianSeconds === null ? none : formatDuration(medianSeconds)}</p>
      <p className="insight-note">
        {considered === 0 ? (
          noRequests
        ) : (
          <Link className="text-link" to={`${home}/requests${formatListFilter({ ...filter, answered: '1' })}`}>
            {(isCapped ? latest : answered)(replies)}
          </Link>
        )}
      </p>
      <p className="insight-note flex flex-wrap gap-x-4">
        {considered > 0 && (
          <Link className="text-link" to={`${home}/requests${formatListFilter(filter)}`}>
            {isCapped ? allOfPeriod : all({ considered })}
          </Link>
        )}
        <Link className="text-link" to={`${home}/requests?unanswered=1`}>
          {unanswered}
        </Link>
      </p>
    </Card>
  )
}
