import { use } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox, RadioGroup } from '../../../ui/forms/choice.tsx'
import { FieldNotes, FieldSet, useFieldState } from '../../../ui/forms/field.tsx'
import { FormContext } from '../../../ui/forms/form-errors.ts'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { eventMessages, webhooksMessages as messages } from '../../messages/settings/webhooks.ts'
import { eventGroups, type ListedType, unlistedTypes } from './event-groups.ts'

/** Chooses all events, or types of events by resource. */
export function EventPicker({ events }: { events: readonly string[] }) {
  const state = useFieldState('events', {})
  return (
    <>
      <div data-asks="events">
        <RadioGroup
          name="subscription"
          legend={messages.subscription}
          look="cards"
          defaultValue={events.includes('*') ? 'all' : 'selected'}
          options={(['selected', 'all'] as const).map((value) => ({ value, ...messages.subscriptions[value] }))}
        />
      </div>
      <div className="asked-events" id={state.id} tabIndex={-1}>
        <div className="flex flex-col gap-4">
          <FieldNotes control={state} help={undefined} />
          <div className="event-groups">
            {eventGroups.map(({ group, types }) => (
              <Group key={group} {...eventMessages.groups[group]} types={types} selected={events} />
            ))}
          </div>
        </div>
        {unlistedTypes(events).map((type) => (
          <input key={type} type="hidden" name="events" value={type} />
        ))}
      </div>
    </>
  )
}

interface GroupProps {
  label: string
  help: string
  types: ListedType[]
  selected: readonly string[]
}

function Group({ label, help, types, selected }: GroupProps) {
  return (
    <FieldSet legend={label} {...(help && { help })}>
      {types.map((type) => (
        <Checkbox
          key={type}
          name="events"
          value={type}
          defaultChecked={selected.includes(type)}
          label={
            <>
              {eventMessages.types[type]} <code className="text-12 text-muted">{type}</code>
            </>
          }
        />
      ))}
      {types.length > 2 && <SelectAll label={label} />}
    </FieldSet>
  )
}

/** Checks all boxes of its group. Needs script. */
function SelectAll({ label }: { label: string }) {
  const isHydrated = useHydrated()
  const { submission } = use(FormContext)
  if (!isHydrated) return null
  return (
    <div className="-ms-2">
      <Button
        size="sm"
        look="quiet"
        disabled={submission !== undefined}
        aria-label={messages.selectAllOf({ group: label })}
        onClick={({ currentTarget }) => {
          const boxes = currentTarget.closest('fieldset')?.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')
          for (const box of boxes ?? []) box.checked = true
        }}
      >
        {messages.selectAll}
      </Button>
    </div>
  )
}
