import { memo, type ToggleEvent, useRef, useState } from 'react'
import { focusFirst } from '../../../ui/lib/focus.ts'
import type { Stage } from '../../../ui/messages.ts'
import { requestListMessages as messages } from '../../messages/requests/list.ts'
import { NotifyOptions, readSentChoice, type SentChoice } from '../../notify/notify-options.tsx'
import { useRecipients } from '../../notify/use-recipients.ts'
import { RoadmapOption } from '../stage-changes/roadmap-option.tsx'
import { pickStageByKey, StageItems } from '../stage-changes/stage-items.tsx'

export const stageMenuId = 'stage-menu'

// The server’s limit for one change.
const maxIds = 100

export interface StageMenuHandlers {
  onPick: (stage: Stage, choice: SentChoice) => void
}

interface StageMenuProps extends StageMenuHandlers {
  /** The requests to change: that of the row whose button opened the menu, or all selected ones. */
  requests: { id: string; title: string; stage: Stage }[]
  home: string
  /** Whether stage changes email people by default. */
  notifies: boolean
}

/** One menu for all rows, shown at the button that opened it. Digits choose a stage directly. */
export const StageMenu = memo(({ requests, home, notifies, onPick }: StageMenuProps) => {
  const menu = useRef<HTMLDivElement>(null)
  const [request] = requests
  const form = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useState(false)
  const ids = requests.length > maxIds ? [] : requests.map(({ id }) => id)
  const current = request && requests.every(({ stage }) => stage === request.stage) ? request.stage : null
  const recipients = useRecipients(home, { ids: isOpen ? ids : [], kind: 'stages' })
  const pick = (stage: Stage) => {
    menu.current?.hidePopover()
    onPick(stage, readSentChoice(form.current))
  }
  const onToggle = ({ newState }: ToggleEvent) => {
    setOpen(newState === 'open')
    // The browser reports the opening a moment later, when a key may have moved the focus already.
    if (newState !== 'open' || menu.current?.contains(document.activeElement)) return
    const items = menu.current?.querySelectorAll<HTMLElement>('.menu-item') ?? []
    focusFirst([...items].find((item) => item.ariaPressed === 'true') ?? null, items[0] ?? null)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs in a form, and this is a list of buttons
    <div
      ref={menu}
      id={stageMenuId}
      popover="auto"
      role="group"
      aria-label={
        requests.length > 1
          ? messages.stageOfSelected({ count: requests.length })
          : messages.stageOf({ title: request?.title ?? '' })
      }
      className="menu-list"
      onKeyDown={pickStageByKey}
      onToggle={onToggle}
    >
      <StageItems current={current} buttonFor={(stage) => ({ type: 'button', onClick: () => pick(stage) })} />
      <form ref={form} key={isOpen ? 'open' : 'closed'} onSubmit={(event) => event.preventDefault()}>
        <RoadmapOption />
        <NotifyOptions recipients={recipients} byDefault={notifies} />
      </form>
    </div>
  )
})
