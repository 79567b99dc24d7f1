import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../buttons/button.tsx'
import { useFormErrors } from '../forms/form-errors.ts'
import { uiMessages } from '../messages.ts'

export interface DialogProps {
  /** Buttons open it by this id: `<Button opens="rename">`. */
  id: string
  title: ReactNode
  description?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** It stands open when the form with this intent was refused, also without script. */
  intent?: string
  /** Open from the start: for a dialog that has an address. */
  open?: boolean
  /** Called when it closes; a dialog with an address goes back here. */
  onClose?: () => void
  children: ReactNode
}

/**
 * A native dialog: focus stays inside, Escape closes it, and it needs no script to open and close. An `ActionForm` inside
 * closes it when it succeeded.
 */
export function Dialog({ id, title, description, size, intent, open, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const refused = useFormErrors(intent ?? []) !== undefined
  const isOpen = open === true || refused
  // The attribute is the server's alone: taking it away would leave the page locked behind a dialog that nobody sees.
  const [openAtFirst] = useState(isOpen)
  useModalState(dialog, isOpen)
  return (
    <dialog
      ref={dialog}
      id={id}
      className="dialog"
      data-size={size}
      aria-labelledby={titleId}
      open={openAtFirst || undefined}
      suppressHydrationWarning
      onClose={onClose}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {description && <p>{description}</p>}
      </header>
      <div className="dialog-body">{children}</div>
      {/* Last, so that the first field has the focus when the dialog opens. */}
      <div className="dialog-close">
        <IconButton label={uiMessages.close} icon={<X aria-hidden="true" />} size="sm" {...closeDialogProps(id)} />
      </div>
    </dialog>
  )
}

function useModalState(dialog: RefObject<HTMLDialogElement | null>, isOpen: boolean) {
  const wasOpen = useRef(false)
  useEffect(() => {
    const element = dialog.current
    if (!element || wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    if (!isOpen) element.close()
    else if (!element.matches(':modal')) {
      element.removeAttribute('open')
      element.showModal()
    }
  }, [dialog, isOpen])
}

/** What makes a button close a dialog: `<Button {...closing('rename')}>Cancel</Button>`. */
export const closeDialogProps = (id: string) => ({
  command: 'close',
  commandfor: id,
  onClick: () => {
    const dialog = document.getElementById(id)
    if (dialog instanceof HTMLDialogElement) dialog.close()
  },
})
