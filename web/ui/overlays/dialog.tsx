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
  /** Opens the dialog if the form with this intent was rejected, even without JavaScript. */
  intent?: string
  /** Opens the dialog when it renders, for dialogs with their own URL. */
  open?: boolean
  /** Called on close. A dialog with its own URL navigates back here. */
  onClose?: () => void
  children: ReactNode
}

/**
 * A native dialog: it traps the focus, Escape closes it, and it opens and closes without JavaScript. An `ActionForm`
 * inside closes it after success.
 */
export function Dialog({ id, title, description, size, intent, open, onClose, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const isRejected = useFormErrors(intent ?? []) !== undefined
  const isOpen = open === true || isRejected
  // Only the server sets the attribute: if React removed it, an invisible modal dialog would block the page.
  const [initiallyOpen] = useState(isOpen)
  useModalState(dialog, isOpen)
  return (
    <dialog
      ref={dialog}
      id={id}
      className="dialog"
      data-size={size}
      aria-labelledby={titleId}
      open={initiallyOpen || undefined}
      suppressHydrationWarning
      onClose={onClose}
    >
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {description && <p>{description}</p>}
      </header>
      <div className="dialog-body">{children}</div>
      {/* Last in the dialog, so that the first field gets the focus when it opens. */}
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

/** Returns the props of a button that closes a dialog: `<Button {...closeDialogProps('rename')}>Cancel</Button>`. */
export const closeDialogProps = (id: string) => ({
  command: 'close',
  commandfor: id,
  onClick: () => {
    const dialog = document.getElementById(id)
    if (dialog instanceof HTMLDialogElement) dialog.close()
  },
})
