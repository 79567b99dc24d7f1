import { Link } from 'react-router'
import { Card } from '../../ui/layout/card.tsx'
import { insightMessages as messages } from '../messages/insights.ts'
import { formatListFilter } from '../requests/list/list-filter.ts'
import { formatDuration } from './duration.ts'
import { ExportButton } from './export-button.tsx'
import type { InsightData } from './page.tsx'

/** Shows how soon customers get an answer. */
export function RepliesCard({ replies, home, range, weeks }: InsightData) {
  const { title, none, answered, latest, noRequests, unanswered } = messages.replies
  const { medianSeconds, considered, isCapped } = replies
  return (
    <Card title={title} actions={<ExportButton home={home} range={range} report="replies" title={title} />}>
      <p className="insight-figure">{medianSeconds === null ? none : formatDuration(medianSeconds)}</p>
      <p className="insight-note">
        {considered === 0 ? (
          noRequests
        ) : (
          <Link className="text-link" to={`${home}/requests${formatListFilter(consideredIn(weeks[0]!.start))}`}>
            {(isCapped ? latest : answered)(replies)}
          </Link>
        )}
      </p>
      <p className="insight-note">
        <Link className="text-link" to={`${home}/requests?unanswered=1`}>
          {unanswered}
        </Link>
      </p>
    </Card>
  )
}

/** Rejected requests need no reply. */
const consideredIn = (from: string) => ({ from, status: ['pending', 'approved', 'spam'] })
