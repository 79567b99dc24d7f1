import type { Finding } from '#server/diagnostics/finding.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Row, Rows } from '../../ui/data/list-row.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { statusMessages } from '../messages/status.ts'

const messages = statusMessages.checks

const tones = { ok: 'success', warning: 'warning', problem: 'danger' } as const

/** Lists the results of the checks, the worst first. */
export function ChecksCard({ findings }: { findings: Finding[] }) {
  const rank = { problem: 0, warning: 1, ok: 2 }
  const sorted = findings.toSorted((a, b) => rank[a.status] - rank[b.status])
  return (
    <Card title={messages.title} description={messages.text} flush>
      <Rows label={messages.title}>
        {sorted.map(({ check, status, message, advice }) => (
          <Row
            key={`${check} ${message}`}
            title={<span className="whitespace-normal">{message}</span>}
            meta={advice === null ? undefined : <span className="whitespace-normal">{advice}</span>}
            end={
              <Badge tone={tones[status]} dot>
                {messages.statuses[status]}
              </Badge>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
