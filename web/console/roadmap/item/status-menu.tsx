import { ChevronDown } from 'lucide-react'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { NotifyOptions } from '../../notify/notify-options.tsx'
import { statusStages } from '../../status-stages.ts'
import type { ItemPageData } from './page.tsx'

const statuses = ['planned', 'in_progress', 'done', 'closed'] as const

/** Shows the column of the item, with a menu to move it to another one. */
export function StatusMenu({ item, mail }: Pick<ItemPageData, 'item' | 'mail'>) {
  return (
    <Menu
      size="sm"
      icon={<StageIcon stage={statusStages[item.status]} />}
      label={messages.column({ status: messages.statuses[item.status] })}
      trailingIcon={<ChevronDown aria-hidden />}
    >
      <ActionForm intent="move" className="gap-px">
        {/* The default button: without script, Enter on the switch changes nothing. */}
        <button type="submit" name="status" value={item.status} hidden />
        {statuses.map((status) => (
          <button
            key={status}
            type="submit"
            name="status"
            value={status}
            className="menu-item"
            aria-pressed={status === item.status}
          >
            <StageIcon stage={statusStages[status]} />
            {messages.statuses[status]}
          </button>
        ))}
        <NotifyOptions recipients={mail.recipients} byDefault={mail.notifies} />
      </ActionForm>
    </Menu>
  )
}
