import type { SimilarRequest } from '#server/feedback/search/similar.ts'
import { Row, RowLink, Rows } from '../../../ui/data/list-row.tsx'
import { StageBadge } from '../../../ui/data/stage-badge.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { requestListMessages as messages } from '../../messages/requests/list.ts'

interface SimilarToSearchProps {
  similar: SimilarRequest[]
  detailUrl: (id: string) => string
}

/** Lists similar requests when nothing matches a search. */
export function SimilarToSearch({ similar, detailUrl }: SimilarToSearchProps) {
  if (similar.length === 0) return null
  return (
    <Card title={messages.nothing.similar} flush>
      <Rows label={messages.nothing.similar}>
        {similar.map(({ id, title, stage }) => (
          <Row
            key={id}
            title={<RowLink to={detailUrl(id)}>{title}</RowLink>}
            end={<StageBadge stage={stage} look="plain" />}
          />
        ))}
      </Rows>
    </Card>
  )
}
