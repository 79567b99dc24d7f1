import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import type { ItemPageData } from './page.tsx'

const statuses = ['planned', 'in_progress', 'done', 'closed'] as const

/** Moves the item to another column, up or down: for keyboards, touch screens, and browsers without script. */
export function PositionForm({ item, position, can }: ItemPageData) {
  if (!can.plan) return null
  return (
    <div className="position-form">
      <ActionForm intent="move" data-inline="">
        <Select
          // A new key shows the current column after a move on the board.
          key={item.status}
          name="status"
          size="sm"
          aria-label={messages.statusLabel}
          defaultValue={item.status}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          options={statuses.map((status) => ({ value: status, label: messages.statuses[status] }))}
        />
        <SubmitWithoutScript>{messages.move}</SubmitWithoutScript>
      </ActionForm>
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
