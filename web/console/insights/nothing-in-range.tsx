import { ChartNoAxesColumn } from 'lucide-react'
import { EmptyState } from '../../ui/notices/empty-state.tsx'
import { insightMessages as messages } from '../messages/insights.ts'

export const NothingInRange = () => (
  <EmptyState icon={<ChartNoAxesColumn />} title={messages.none.title}>
    {messages.none.text}
  </EmptyState>
)
