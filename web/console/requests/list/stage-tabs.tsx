import { Tabs } from '../../../ui/layout/tabs.tsx'
import { stageLabels } from '../../../ui/messages.ts'
import { requestListMessages as messages } from '../../messages/requests/list.ts'
import { formatListFilter } from './list-filter.ts'
import type { RequestListData } from './page.tsx'

type StageTabsProps = Pick<RequestListData, 'filter' | 'tabCounts'> & { listUrl: string }

/** Tabs of the stages, with the number of requests that the other filters leave in each. */
export function StageTabs({ filter, tabCounts, listUrl }: StageTabsProps) {
  const tab = (stage: keyof typeof stageLabels | undefined, text: string, count: number | undefined) => ({
    to: `${listUrl}${formatListFilter({ ...filter, stage })}`,
    text,
    // Several stages are a filter of their own.
    current: stage === undefined ? filter.stage === undefined : filter.stage?.join() === stage,
    ...(count !== undefined && { count, isMore: count > 0 && tabCounts?.isCapped === true }),
  })
  const stages = Object.entries(stageLabels) as [keyof typeof stageLabels, string][]
  return (
    <Tabs
      label={messages.stages}
      tabs={[
        tab(undefined, messages.all, tabCounts?.total),
        ...stages.map(([stage, text]) => tab(stage, text, tabCounts?.byStage[stage])),
      ]}
    />
  )
}
