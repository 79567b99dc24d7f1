import type { ButtonHTMLAttributes, KeyboardEvent } from 'react'
import { Kbd } from '../../../ui/data/badge.tsx'
import { StageIcon } from '../../../ui/data/stage-badge.tsx'
import { focusOnOpen } from '../../../ui/lib/focus.ts'
import { type Stage, stageLabels } from '../../../ui/messages.ts'

const stages = Object.keys(stageLabels) as Stage[]

interface StageItemsProps {
  /** The stage of all requests; null if they have different ones. */
  current: Stage | null
  /** Returns the attributes of the button that sets a stage. */
  buttonFor: (stage: Stage) => ButtonHTMLAttributes<HTMLButtonElement>
}

/** Renders the items of a stage menu. The current stage, or the first if there is none, receives the focus when the menu opens. */
export function StageItems({ current, buttonFor }: StageItemsProps) {
  const initial = current ?? stages[0]
  return stages.map((stage, index) => (
    <button
      key={stage}
      ref={stage === initial ? focusOnOpen : null}
      {...buttonFor(stage)}
      className="menu-item"
      aria-pressed={stage === current}
    >
      <StageIcon stage={stage} />
      {stageLabels[stage]}
      <Kbd>{index + 1}</Kbd>
    </button>
  ))
}

/** Handles the keys of a menu of stages: arrows, J and K move the focus, and digits set a stage. */
export function pickStageByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.target instanceof HTMLTextAreaElement) return
  const items = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.menu-item')]
  const at = items.indexOf(document.activeElement as HTMLButtonElement)
  const target = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: -1 }[event.key]
  const digit = items[Number(event.key) - 1]
  if (target !== undefined) items.at(target % items.length)?.focus()
  else if (digit) digit.click()
  else return
  event.preventDefault()
}
