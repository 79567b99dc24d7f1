import { Mail } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../../ui/buttons/button.tsx'
import { useHydrated } from '../../../ui/lib/use-hydrated.ts'
import { notifyMessages } from '../../messages/notify.ts'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'
import { NotifyOptions, readSentChoice, type SentChoice } from '../../notify/notify-options.tsx'

const formId = 'move-mail'

/** Chooses, before cards are moved, whether the moves email people, and a note to send with the next one. */
export function MoveMail({ notifies }: { notifies: boolean }) {
  const id = useId()
  const [isOn, setOn] = useState(notifies)
  // Cards are moved by script only; the page of an item has its own choice.
  if (!useHydrated()) return null
  return (
    <form id={formId} className="max-md:hidden" onSubmit={(event) => event.preventDefault()}>
      <Button look="quiet" popoverTarget={id} icon={<Mail aria-hidden />}>
        {isOn ? notifyMessages.email : notifyMessages.off}
      </Button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no popover look, and this is one choice */}
      <div id={id} popover="auto" role="group" aria-label={messages.moveMail} className="menu-list" data-align="end">
        <p className="notify-none">{messages.moveMailHelp}</p>
        <NotifyOptions recipients={null} byDefault={notifies} onToggle={setOn} keepsChoice />
      </div>
    </form>
  )
}

const moveForm = () => document.querySelector<HTMLFormElement>(`#${formId}`)

function noteField(): HTMLTextAreaElement | null {
  const field = moveForm()?.elements.namedItem('note')
  return field instanceof HTMLTextAreaElement ? field : null
}

/** Returns the choice for a move, and clears the note, which belongs to this move only. */
export function takeMoveChoice(): SentChoice {
  const choice = readSentChoice(moveForm())
  const field = noteField()
  if (field) field.value = ''
  return choice
}

/** Puts the note of a move that failed back into its field, unless another note has been typed. */
export function restoreNote(note: string): void {
  const field = noteField()
  if (field?.value === '') field.value = note
}
