import { Link } from 'react-router'
import { NumberText } from '../../ui/data/number-text.tsx'
import { Table } from '../../ui/data/table.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { customerName } from '../customers/customer-name.ts'
import { insightMessages as messages } from '../messages/insights.ts'
import { formatListFilter } from '../requests/list/list-filter.ts'
import { ExportButton } from './export-button.tsx'
import { NothingInRange } from './nothing-in-range.tsx'
import type { InsightData } from './page.tsx'

/** Lists the customers who submitted and voted the most, each with a link to their page. */
export function CustomersCard({ customers, home, range, weeks, canExportCustomers }: InsightData) {
  const { title, about, latest, customer } = messages.customers
  return (
    <Card
      title={title}
      description={customers.isCapped ? latest : about}
      flush
      actions={canExportCustomers && <ExportButton home={home} range={range} report="customers" title={title} />}
    >
      {customers.list.length === 0 ? (
        <NothingInRange />
      ) : (
        <Table
          caption={title}
          columns={[
            { key: 'customer', head: customer, cell: customerName },
            {
              key: 'requests',
              head: messages.requests,
              align: 'end',
              cell: (row) => (
                <Link
                  className="insight-count"
                  to={`${home}/requests${formatListFilter({ customer: row.id, from: weeks[0]!.start })}`}
                  aria-label={messages.customers.requestsOf({ count: row.requests, customer: customerName(row) })}
                >
                  <NumberText value={row.requests} />
                </Link>
              ),
            },
            {
              key: 'votes',
              head: messages.votes,
              align: 'end',
              cell: (row) => (
                <Link
                  className="insight-count"
                  to={`${home}/customers/${row.id}/activity/votes?from=${weeks[0]!.start}`}
                  aria-label={messages.customers.votesOf({ count: row.votes, customer: customerName(row) })}
                >
                  <NumberText value={row.votes} />
                </Link>
              ),
            },
          ]}
          rows={customers.list}
          rowKey={({ id }) => id}
          rowTo={({ id }) => `${home}/customers/${id}`}
        />
      )}
    </Card>
  )
}
