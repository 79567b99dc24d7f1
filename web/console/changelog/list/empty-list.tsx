import { CalendarClock, Megaphone, SquarePen } from 'lucide-react'
import type { ReactNode } from 'react'
import type { EntryTab } from '#server/changelog/console/list.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/notices/empty-state.tsx'
import { changelogMessages } from '../../messages/changelog.ts'

const icons = { draft: SquarePen, scheduled: CalendarClock, published: Megaphone }

export function EmptyEntryList({ tab, action }: { tab: EntryTab; action: ReactNode }) {
  const Icon = icons[tab]
  const { title, text } = changelogMessages.empty[tab]
  return (
    <Card>
      <EmptyState icon={<Icon />} title={title} actions={action}>
        {text}
      </EmptyState>
    </Card>
  )
}
