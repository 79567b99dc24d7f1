import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import type { ItemPageData } from './page.tsx'
import { StatusMenu } from './status-menu.tsx'

/** Moves the item to another column, up or down: for keyboards, touch screens, and browsers without script. */
export function PositionForm({ item, position, mail, can }: ItemPageData) {
  if (!can.plan) return null
  return (
    <div className="position-form">
      <StatusMenu item={item} mail={mail} />
      <Step direction="up" disabledReason={position.place === 1 ? messages.isFirst : undefined} />
      <Step direction="down" disabledReason={position.place === position.count ? messages.isLast : undefined} />
      <span className="text-12 text-muted tabular-nums">
        {messages.positionOf({ position: position.place, count: position.count })}
      </span>
    </div>
  )
}

function Step({ direction, disabledReason }: { direction: 'up' | 'down'; disabledReason: string | undefined }) {
  const Icon = direction === 'up' ? ArrowUp : ArrowDown
  return (
    <ActionForm intent="step" fields={{ direction }}>
      <IconButton
        type="submit"
        size="sm"
        look="normal"
        label={messages[direction]}
        icon={<Icon aria-hidden />}
        {...(disabledReason !== undefined && { disabledReason })}
      />
    </ActionForm>
  )
}
