import { ArrowDown, ArrowUp } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import type { ItemPageData } from './page.tsx'

const statuses = ['planned', 'in_progress', 'done', 'closed'] as const

/** Another column, one up or one down: without a pointer that can drag, and without script. */
export function PositionForm({ item, place, can }: ItemPageData) {
  if (!can.plan) return null
  return (
    <div className="place-form">
      <ActionForm intent="move" data-inline="">
        <Select
          // Where it is now, also when it was moved on the board.
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
      <Step direction="up" disabledReason={place.place === 1 ? messages.isFirst : undefined} />
      <Step direction="down" disabledReason={place.place === place.count ? messages.isLast : undefined} />
      <span className="text-12 text-muted tabular-nums">
        {messages.placeOf({ position: place.place, count: place.count })}
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
