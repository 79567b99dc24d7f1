import { useSearchParams } from 'react-router'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { statusStages } from '../../status-stages.ts'
import { updateQuery } from '../board-query.ts'
import type { CardColumn } from './card-moves.ts'

/** Tabs that show one column at a time on a narrow screen. */
export function BoardTabs({ columns, current }: { columns: CardColumn[]; current: CardColumn['status'] }) {
  const [query] = useSearchParams()
  return (
    <div className="board-tabs">
      <Tabs
        label={messages.columns}
        tabs={columns.map(({ status, count }) => ({
          to: updateQuery(query, { column: status }),
          text: messages.statuses[status],
          icon: <StageIcon stage={statusStages[status]} />,
          count,
          current: status === current,
        }))}
      />
    </div>
  )
}
