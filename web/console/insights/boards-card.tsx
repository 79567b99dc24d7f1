import { NumberText } from '../../ui/data/number-text.tsx'
import { Table } from '../../ui/data/table.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { insightMessages as messages } from '../messages/insights.ts'
import { formatListFilter } from '../requests/list/list-filter.ts'
import { ExportButton } from './export-button.tsx'
import { NothingInRange } from './nothing-in-range.tsx'
import type { InsightData } from './page.tsx'

/** Lists the boards with the most new requests, each with a link to its requests. */
export function BoardsCard({ boards, home, range, weeks }: InsightData) {
  const { title, about, board } = messages.boards
  return (
    <Card
      title={title}
      description={about}
      flush
      actions={<ExportButton home={home} range={range} report="boards" title={title} />}
    >
      {boards.length === 0 ? (
        <NothingInRange />
      ) : (
        <Table
          caption={title}
          columns={[
            { key: 'board', head: board, cell: ({ name }) => name },
            {
              key: 'requests',
              head: messages.requests,
              align: 'end',
              cell: ({ requests }) => <NumberText value={requests} />,
            },
          ]}
          rows={boards}
          rowKey={({ slug }) => slug}
          rowTo={({ id }) => `${home}/requests${formatListFilter({ board: id, from: weeks[0]!.start })}`}
        />
      )}
    </Card>
  )
}
