import { Ban, Check, GitMerge, Mail, X } from 'lucide-react'
import { memo, useId, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { Button, IconButton } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/text-input.tsx'
import { BulkBar } from '../../../ui/layout/toolbar.tsx'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { type Stage, stageLabels } from '../../../ui/messages.ts'
import { describeEmailSwitch, notifyMessages } from '../../messages/notify.ts'
import { bulkMessages as messages } from '../../messages/requests/list.ts'
import { NotifyOptions, readSentChoice, type SentChoice } from '../../notify/notify-options.tsx'
import { useRecipients } from '../../notify/use-recipients.ts'
import { BulkOrganize } from '../organize/bulk-organize.tsx'
import type { OrganizeChoices } from '../organize/load-choices.ts'
import type { PendingStageChange } from '../stage-changes/pending-stage-change.ts'
import { RoadmapOption } from '../stage-changes/roadmap-option.tsx'
import { bulkFormId } from './bulk-form-id.ts'

// The server’s limit for one change.
const maxSelected = 100

export type StageChangeInput = Pick<PendingStageChange, 'intent' | 'stage' | 'value'> & SentChoice

export interface BulkHandlers {
  onChange: (change: StageChangeInput) => void
  /** Opens the page that merges the selected requests. */
  onMerge: () => void
  onClear: () => void
}

interface BulkActionsProps extends BulkHandlers {
  count: number
  /** The selected requests. */
  ids: string[]
  home: string
  /** Whether stage changes email people by default. */
  notifies: boolean
  action: string
  /** Of the page that merges requests. */
  mergeUrl: string
  choices: OrganizeChoices
}

const stages = Object.entries(stageLabels).map(([value, label]) => ({ value, label }))
const decisions = [
  { intent: 'approve', icon: Check },
  { intent: 'reject', icon: X },
  { intent: 'spam', icon: Ban },
] as const

/** Changes the stage or status of the selected rows. The style sheet shows it while a row is selected. */
export const BulkActions = memo((props: BulkActionsProps) => {
  const { count, ids, home, notifies, action, mergeUrl, choices, onChange, onMerge, onClear } = props
  const form = useRef<HTMLFormElement>(null)
  const reason = count > maxSelected ? { disabledReason: messages.tooMany } : {}
  return (
    <Form
      ref={form}
      id={bulkFormId}
      method="post"
      action={action}
      className="bulk-form"
      onSubmit={(event) => {
        event.preventDefault()
        const { value, name } = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
        if (name === 'merge') onMerge()
        else onChange({ intent: value as PendingStageChange['intent'], ...readSentChoice(form.current) })
      }}
    >
      <NextPage />
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
          onChange={(event) =>
            onChange({ intent: 'stage', stage: event.target.value as Stage, ...readSentChoice(form.current) })
          }
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
        <BulkOrganize choices={choices} isDisabled={count > maxSelected} onChange={onChange} />
        <Button
          type="submit"
          size="sm"
          name="merge"
          icon={<GitMerge aria-hidden />}
          formMethod="get"
          formAction={mergeUrl}
          {...(count === 1 ? { disabledReason: messages.mergeOne } : {})}
        >
          {messages.merge}
        </Button>
        <BulkNotifyOptions key={count === 0 ? 'none' : 'some'} ids={ids} home={home} notifies={notifies} />
        {useHydrated() && <IconButton size="sm" label={messages.clear} icon={<X aria-hidden />} onClick={onClear} />}
      </BulkBar>
    </Form>
  )
})

/** The page to show after the form is submitted without script. Separate, so that only this renders again when a request opens. */
function NextPage() {
  const { pathname, search } = useLocation()
  return <input type="hidden" name="next" value={`${pathname}${search}`} />
}

/** A button that says how many people the change emails, and opens the choice. */
function BulkNotifyOptions({ ids, home, notifies }: Pick<BulkActionsProps, 'ids' | 'home' | 'notifies'>) {
  const id = useId()
  const recipients = useRecipients(home, { ids: ids.length > maxSelected ? [] : ids, kind: 'stages' })
  const [isOn, setOn] = useState(notifies)
  const label = recipients?.count === 0 ? notifyMessages.nobody : describeEmailSwitch(recipients)
  return (
    <>
      <Button size="sm" look="quiet" popoverTarget={id} icon={<Mail aria-hidden />}>
        {isOn ? label : notifyMessages.off}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no popover look, and this is one choice */}
      <div id={id} popover="auto" role="group" aria-label={notifyMessages.options} className="menu-list">
        <RoadmapOption />
        <NotifyOptions recipients={recipients} byDefault={notifies} onToggle={setOn} keepsChoice />
      </div>
    </>
  )
}
