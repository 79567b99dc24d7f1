import { type KeyboardEvent, useId, useState } from 'react'
import { Switch } from '../../ui/forms/choice.tsx'
import { uiMessages } from '../../ui/messages.ts'
import { describeEmailSwitch, notifyMessages as messages, type ShownRecipients } from '../messages/notify.ts'

interface NotifyOptionsProps {
  /** Null until the number is known. */
  recipients: ShownRecipients | null
  /** The workspace's default. */
  byDefault: boolean
  /** Whether a note can be sent; a reply is its own note. */
  hasNote?: boolean
  onToggle?: (isOn: boolean) => void
}

const noteMaxLength = 500

/** The choice of a form whether to email people, with their number and a note to them. */
export function NotifyOptions({ recipients, byDefault, hasNote = true, onToggle }: NotifyOptionsProps) {
  const id = useId()
  const [isOn, setOn] = useState(byDefault)
  if (recipients?.count === 0) return <p className="notify-none">{messages.nobody}</p>
  return (
    <div className="notify">
      <input type="hidden" name="choosesNotify" value="" />
      <Switch
        id={`${id}-notify`}
        name="notify"
        label={describeEmailSwitch(recipients)}
        defaultChecked={byDefault}
        onKeyDown={preventSubmit}
        onChange={({ target }) => {
          setOn(target.checked)
          onToggle?.(target.checked)
        }}
      />
      {hasNote && (
        <div className="notify-note">
          <label className="field-label" htmlFor={`${id}-note`}>
            {messages.note}
            <small>{uiMessages.optional}</small>
          </label>
          <textarea
            id={`${id}-note`}
            name="note"
            className="input"
            rows={2}
            dir="auto"
            maxLength={noteMaxLength}
            disabled={!isOn}
          />
        </div>
      )}
    </div>
  )
}

/** Keeps Enter on the switch from acting at once: the browser would press the first button of the form. */
export function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

export interface SentChoice {
  notify?: boolean
  note?: string
  /** The choice of `RoadmapOption`. */
  addsToRoadmap?: boolean
}

/** Reads what was chosen in a form that script sends; nothing if the form offers no choice. */
export function readSentChoice(form: HTMLFormElement | null | undefined): SentChoice {
  const data = form ? new FormData(form) : null
  const note = String(data?.get('note') ?? '').trim()
  return {
    ...(data?.has('choosesNotify') && { notify: data.has('notify'), ...(note !== '' && { note }) }),
    ...(data?.has('choosesRoadmap') && { addsToRoadmap: data.has('addsToRoadmap') }),
  }
}
