import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
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
  defaultNote?: string
  onToggle?: (isOn: boolean) => void
  /** Keeps the choice when its menu closes, for an act outside of the menu. */
  keepsChoice?: boolean
}

const noteMaxLength = 500

/**
 * The choice of a form whether to email people, with their number and a note to them. It is for one act: when the menu or
 * dialog around it closes, switch and note are as at first.
 */
export function NotifyOptions(props: NotifyOptionsProps) {
  const root = useRef<HTMLDivElement>(null)
  const acts = useCloseCount(root, !props.keepsChoice)
  return (
    <div ref={root} className="notify-options">
      <Choice key={acts} {...props} />
    </div>
  )
}

/** Without recipients, the fields are hidden but stay: their number may change while the form is open. */
function Choice({ recipients, byDefault, hasNote = true, defaultNote = '', onToggle }: NotifyOptionsProps) {
  const id = useId()
  const [isOn, setOn] = useState(byDefault)
  const isNeedless = recipients?.count === 0
  return (
    <>
      {isNeedless && <p className="notify-none">{messages.nobody}</p>}
      <div className={isNeedless ? 'hidden' : 'notify'}>
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
              defaultValue={defaultNote}
              dir="auto"
              maxLength={noteMaxLength}
              disabled={!isOn}
            />
          </div>
        )}
      </div>
    </>
  )
}

/** Counts how often the menu or dialog around an element was closed. */
function useCloseCount(element: RefObject<HTMLElement | null>, isCounting: boolean): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const container = element.current?.closest('[popover], dialog')
    if (!container || !isCounting) return
    const onToggle = (event: Event) => {
      if ((event as ToggleEvent).newState === 'closed') setCount((closed) => closed + 1)
    }
    container.addEventListener('toggle', onToggle)
    return () => container.removeEventListener('toggle', onToggle)
  }, [element, isCounting])
  return count
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
