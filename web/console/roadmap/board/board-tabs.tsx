import { useSearchParams } from 'react-router'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { Tabs } from '../../../ui/layout/tabs.tsx'
import { roadmap as words } from '../../messages/roadmap.ts'
import { queryWith } from '../board-query.ts'
import type { Column } from './card-moves.ts'
import { stageOf } from './status-stages.ts'

/** One column at a time, where there is no room for all of them. */
export function BoardTabs({ columns, current }: { columns: Column[]; current: Column['status'] }) {
  const [query] = useSearchParams()
  return (
    <div className="board-tabs">
      <Tabs
        label={words.columns}
        tabs={columns.map(({ status, count }) => ({
          to: queryWith(query, { column: status }),
          text: words.statuses[status],
          icon: <StageIcon stage={stageOf[status]} />,
          count,
          current: status === current,
        }))}
      />
    </div>
  )
}
