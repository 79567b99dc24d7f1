import { type KeyboardEvent, type ToggleEvent, useRef } from 'react'
import { Kbd } from '../../../ui/data/badge.tsx'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { type Stage, stageLabels } from '../../../ui/messages.ts'
import { requestListMessages as messages } from '../../messages/requests/list.ts'

export const stageMenuId = 'stage-menu'

const stages = Object.keys(stageLabels) as Stage[]

interface StageMenuProps {
  /** The request that it is about: the row whose button opened it. */
  request: { title: string; stage: Stage } | undefined
  onPick: (stage: Stage) => void
}

/** One menu for all rows; it stands at the button that opened it. Digits pick as well as arrows. */
export function StageMenu({ request, onPick }: StageMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  const pick = (stage: Stage) => {
    menu.current?.hidePopover()
    onPick(stage)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll('button') ?? [])]
    const at = items.indexOf(document.activeElement as HTMLButtonElement)
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: -1 }[event.key]
    const digit = stages[Number(event.key) - 1]
    if (to !== undefined) items.at(to % items.length)?.focus()
    else if (digit) pick(digit)
    else return
    event.preventDefault()
  }
  const onToggle = ({ newState }: ToggleEvent) => {
    if (newState === 'open') menu.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a form's part, and this is a list of buttons
    <div
      ref={menu}
      id={stageMenuId}
      popover="auto"
      role="group"
      aria-label={messages.stageOf({ title: request?.title ?? '' })}
      className="menu-list"
      onKeyDown={onKeyDown}
      onToggle={onToggle}
    >
      {stages.map((stage, at) => (
        <button
          key={stage}
          type="button"
          className="menu-item"
          aria-pressed={request?.stage === stage}
          onClick={() => pick(stage)}
        >
          <StageIcon stage={stage} />
          {stageLabels[stage]}
          <Kbd>{at + 1}</Kbd>
        </button>
      ))}
    </div>
  )
}
