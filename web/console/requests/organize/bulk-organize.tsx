import type { ReactNode } from 'react'
import { Select } from '../../../ui/forms/text-input.tsx'
import { bulkMessages } from '../../messages/requests/list.ts'
import { factMessages as messages } from '../../messages/requests/organize.ts'
import type { OrganizeIntent } from '../stage-changes/pending-stage-change.ts'
import { boardChoices, ownerOptions } from './choices.tsx'
import type { OrganizeChoices } from './load-choices.ts'
import { formatTagChange, nobody } from './values.ts'

interface BulkOrganizeProps {
  choices: OrganizeChoices
  isDisabled: boolean
  onChange: (change: { intent: OrganizeIntent; value: string }) => void
}

/** Lists to choose owner, board or a tag for the selected requests from. */
export function BulkOrganize({ choices, isDisabled, onChange }: BulkOrganizeProps) {
  const { tags } = choices
  const shared = { isDisabled, onChange }
  const tagOptions = (kind: 'add' | 'remove') =>
    tags.map(({ id, name }) => (
      <option key={id} value={formatTagChange({ kind, value: id })}>
        {name}
      </option>
    ))
  return (
    <>
      <BulkSelect {...shared} intent="owner" label={messages.bulk.owner} text={messages.bulk.short.owner}>
        {ownerOptions(choices).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
        <option value={nobody}>{messages.nobody}</option>
      </BulkSelect>
      {tags.length > 0 && (
        <BulkSelect {...shared} intent="tag" label={messages.bulk.tag} text={messages.bulk.short.tag}>
          <optgroup label={messages.bulk.add}>{tagOptions('add')}</optgroup>
          <optgroup label={messages.bulk.remove}>{tagOptions('remove')}</optgroup>
        </BulkSelect>
      )}
      {choices.boards.length > 1 && (
        <BulkSelect {...shared} intent="board" label={messages.bulk.board} text={messages.bulk.short.board}>
          {boardChoices(choices, '').map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </BulkSelect>
      )}
    </>
  )
}

interface BulkSelectProps extends Omit<BulkOrganizeProps, 'choices'> {
  intent: OrganizeIntent
  label: string
  /** Shown in the list, where there is little room. */
  text: string
  children: ReactNode
}

function BulkSelect({ intent, label, text, isDisabled, onChange, children }: BulkSelectProps) {
  return (
    <>
      <Select
        name={intent}
        size="sm"
        aria-label={label}
        value=""
        disabled={isDisabled}
        onChange={(event) => onChange({ intent, value: event.target.value })}
      >
        <option value="">{text}</option>
        {children}
      </Select>
      <noscript>
        <button type="submit" className="button" data-size="sm" name="intent" value={intent} aria-label={label}>
          {bulkMessages.set}
        </button>
      </noscript>
    </>
  )
}
