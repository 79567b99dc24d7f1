import { Ban, Check, X } from 'lucide-react'
import { Form } from 'react-router'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'

import { useHasScript } from '../../../ui/lib/use-hydrated.ts'

import { Select } from '../../../ui/forms/text-input.tsx'
import { BulkBar } from '../../../ui/layout/toolbar.tsx'
import { type Stage, stageWords } from '../../../ui/messages.ts'
import { bulk as words } from '../../messages/requests/list.ts'
import type { SentMove } from '../stage-changes/use-stage-changes.tsx'

/** The boxes of the rows belong to it, wherever they stand. */
export const bulkForm = 'bulk'

// As many as the server takes at once.
const most = 100

interface BulkActionsProps {
  count: number
  action: string
  next: string
  onMove: (move: Pick<SentMove, 'intent' | 'stage'>) => void
  onClear: () => void
}

const stages = Object.entries(stageWords).map(([value, label]) => ({ value, label }))
const decisions = [
  { intent: 'approve', icon: Check },
  { intent: 'reject', icon: X },
  { intent: 'spam', icon: Ban },
] as const

/** What may be done with the rows whose boxes are ticked; a style sheet shows it when one is. */
export function BulkActions({ count, action, next, onMove, onClear }: BulkActionsProps) {
  const reason = count > most ? { disabledReason: words.tooMany } : {}
  return (
    <Form
      id={bulkForm}
      method="post"
      action={action}
      className="bulk-form"
      onSubmit={(event) => {
        event.preventDefault()
        const { value } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
        onMove({ intent: value as SentMove['intent'] })
      }}
    >
      <input type="hidden" name="next" value={next} />
      <BulkBar label={words.label}>
        <span className="font-medium tabular-nums" role="status">
          {count > 0 ? words.selected(count) : words.selectedOnes}
        </span>
        <Select
          name="stage"
          size="sm"
          aria-label={words.setStage}
          value=""
          disabled={count > most}
          onChange={(event) => onMove({ intent: 'stage', stage: event.target.value as Stage })}
          options={[{ value: '', label: words.setStage }, ...stages]}
        />
        <noscript>
          <button type="submit" className="button" data-size="sm" name="intent" value="stage">
            {words.set}
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
            {words[intent]}
          </Button>
        ))}
        {useHasScript() && <IconButton size="sm" label={words.clear} icon={<X aria-hidden />} onClick={onClear} />}
      </BulkBar>
    </Form>
  )
}
