import { type KeyboardEvent, type ToggleEvent, useRef, useState } from 'react'
import { Kbd } from '../../../ui/data/badge.tsx'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { focusFirst, focusOnOpen } from '../../../ui/lib/focus.ts'
import { type Stage, stageLabels } from '../../../ui/messages.ts'
import { requestListMessages as messages } from '../../messages/requests/list.ts'
import { NotifyOptions, readSentChoice, type SentChoice } from '../../notify/notify-options.tsx'
import { useRecipients } from '../../notify/use-recipients.ts'
import { RoadmapOption } from '../stage-changes/roadmap-option.tsx'

export const stageMenuId = 'stage-menu'

const stages = Object.keys(stageLabels) as Stage[]

// The server’s limit for one change.
const maxIds = 100

interface StageMenuProps {
  /** The requests to change: that of the row whose button opened the menu, or all selected ones. */
  requests: { id: string; title: string; stage: Stage }[]
  home: string
  /** Whether stage changes email people by default. */
  notifies: boolean
  onPick: (stage: Stage, choice: SentChoice) => void
}

/** One menu for all rows, shown at the button that opened it. Digits choose a stage directly. */
export function StageMenu({ requests, home, notifies, onPick }: StageMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const [request] = requests
  const form = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useState(false)
  const ids = requests.length > maxIds ? [] : requests.map(({ id }) => id)
  const isSame = requests.every(({ stage }) => stage === request?.stage)
  const initial = request && isSame ? request.stage : stages[0]
  const recipients = useRecipients(home, { ids: isOpen ? ids : [], kind: 'stages' })
  const pick = (stage: Stage) => {
    menu.current?.hidePopover()
    onPick(stage, readSentChoice(form.current))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement) return
    const items = [...(menu.current?.querySelectorAll<HTMLButtonElement>('.menu-item') ?? [])]
    const current = items.indexOf(document.activeElement as HTMLButtonElement)
    const target = { ArrowDown: current + 1, j: current + 1, ArrowUp: current - 1, k: current - 1, Home: 0, End: -1 }[
      event.key
    ]
    const digit = stages[Number(event.key) - 1]
    if (target !== undefined) items.at(target % items.length)?.focus()
    else if (digit) pick(digit)
    else return
    event.preventDefault()
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
      onKeyDown={onKeyDown}
      onToggle={onToggle}
    >
      {stages.map((stage, index) => (
        <button
          key={stage}
          ref={stage === initial ? focusOnOpen : null}
          type="button"
          className="menu-item"
          aria-pressed={request !== undefined && isSame && request.stage === stage}
          onClick={() => pick(stage)}
        >
          <StageIcon stage={stage} />
          {stageLabels[stage]}
          <Kbd>{index + 1}</Kbd>
        </button>
      ))}
      <form ref={form} key={isOpen ? 'open' : 'closed'} onSubmit={(event) => event.preventDefault()}>
        <RoadmapOption />
        <NotifyOptions recipients={recipients} byDefault={notifies} />
      </form>
    </div>
  )
}
