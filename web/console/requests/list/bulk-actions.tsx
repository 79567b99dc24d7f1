import { Ban, Check, X } from 'lucide-react'
import { Form } from 'react-router'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { BulkBar } from '../../../ui/layout/toolbar.tsx'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { type Stage, stageLabels } from '../../../ui/messages.ts'
import { bulkMessages as messages } from '../../messages/requests/list.ts'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'

/** The form that the checkboxes of the rows belong to. */
export const bulkFormId = 'bulk'

// The server’s limit for one change.
const maxSelected = 100

interface BulkActionsProps {
  count: number
  action: string
  next: string
  onChange: (change: Pick<PendingStageChange, 'intent' | 'stage'>) => void
  onClear: () => void
}

const stages = Object.entries(stageLabels).map(([value, label]) => ({ value, label }))
const decisions = [
  { intent: 'approve', icon: Check },
  { intent: 'reject', icon: X },
  { intent: 'spam', icon: Ban },
] as const

/** Changes the stage or status of the selected rows. The style sheet shows it while a row is selected. */
export function BulkActions({ count, action, next, onChange, onClear }: BulkActionsProps) {
  const reason = count > maxSelected ? { disabledReason: messages.tooMany } : {}
  return (
    <Form
      id={bulkFormId}
      method="post"
      action={action}
      className="bulk-form"
      onSubmit={(event) => {
        event.preventDefault()
        const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
        onChange({ intent: value as PendingStageChange['intent'] })
      }}
    >
      <input type="hidden" name="next" value={next} />
      <BulkBar label={messages.label}>
        <span className="font-medium tabular-nums" role="status">
          {count > 0 ? messages.selected({ count }) : messages.selectedOnes}
        </span>
        <Select
          name="stage"
          size="sm"
          aria-label={messages.setStage}
          value=""
          disabled={count > maxSelected}
          onChange={(event) => onChange({ intent: 'stage', stage: event.target.value as Stage })}
          options={[{ value: '', label: messages.setStage }, ...stages]}
        />
        <noscript>
          <button type="submit" className="button" data-size="sm" name="intent" value="stage">
            {messages.set}
          </button>
        </noscript>
        {decisions.map(({ intent, icon: Icon }) => (
          <Button
            key={intent}
            type="submit"
            size="sm"
            name="intent"
            value={intent}
            icon={<Icon aria-hidden />}
            {...reason}
          >
            {messages[intent]}
          </Button>
        ))}
        {useHydrated() && <IconButton size="sm" label={messages.clear} icon={<X aria-hidden />} onClick={onClear} />}
      </BulkBar>
    </Form>
  )
}
