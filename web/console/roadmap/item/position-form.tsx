import { ArrowDown, ArrowUp } from 'lucide-react'
import { ActionForm } from '../../../ui/forms/action-form.tsx'
import { IconButton } from '../../../ui/buttons/button.tsx'
import { SubmitWithoutScript } from '../../../ui/forms/form-buttons.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { roadmap as words } from '../../messages/roadmap.ts'
import type { ItemData } from './page.tsx'

const statuses = ['planned', 'in_progress', 'done', 'closed'] as const

/** Another column, one up or one down: without a pointer that can drag, and without script. */
export function PlaceForm({ item, place, can }: ItemData) {
  if (!can.plan) return null
  return (
    <div className="place-form">
      <ActionForm intent="move" data-inline="">
        <Select
          // Where it is now, also when it was moved on the board.
          key={item.status}
          name="status"
          size="sm"
          aria-label={words.statusLabel}
          defaultValue={item.status}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
          options={statuses.map((status) => ({ value: status, label: words.statuses[status] }))}
        />
        <SubmitWithoutScript>{words.move}</SubmitWithoutScript>
      </ActionForm>
      <Step direction="up" disabledReason={place.place === 1 ? words.isFirst : undefined} />
      <Step direction="down" disabledReason={place.place === place.count ? words.isLast : undefined} />
      <span className="text-12 text-muted tabular-nums">{words.placeOf(place.place, place.count)}</span>
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
        label={words[direction]}
        icon={<Icon aria-hidden />}
        {...(disabledReason !== undefined && { disabledReason })}
      />
    </ActionForm>
  )
}
