import { useSearchParams } from 'react-router'
import { StageIcon } from '../../ui/stage-badge.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { roadmap as words } from '../words/roadmap.ts'
import { queryWith } from './address.ts'
import type { Column } from './arrange.ts'
import { stageOf } from './stage-of.ts'

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
