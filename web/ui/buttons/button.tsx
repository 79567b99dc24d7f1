import { type ButtonHTMLAttributes, type MouseEvent, type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '../lib/class-names.ts'
import { uiMessages } from '../messages.ts'
import { Tooltip } from '../overlays/tooltip.tsx'

interface ButtonAppearance {
  look?: 'primary' | 'normal' | 'quiet' | 'danger' | 'danger-quiet'
  size?: 'sm' | 'md'
  icon?: ReactNode
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonAppearance {
  /** Shows a spinner in place of the words and ignores further presses. */
  busy?: boolean
  /** Why it cannot be pressed now. The button stays reachable and tells. */
  disabledReason?: string
  /** The id of the dialog that it opens. */
  opens?: string
}

/** A button; of type "button" unless said otherwise. `SubmitButton` submits a form. */
export function Button({ look, size, icon, busy, disabledReason, opens, children, ...rest }: ButtonProps) {
  const reasonId = useId()
  const still = busy || disabledReason !== undefined
  const button = (
    <button
      type="button"
      {...rest}
      {...(disabledReason === undefined ? {} : { type: 'button', 'aria-describedby': reasonId })}
      {...(opens && !still ? openDialogProps(opens) : {})}
      {...(still ? { 'aria-disabled': true, onClick: preventActivation } : {})}
      className={classNames('button', rest.className)}
      data-look={look}
      data-size={size}
      data-busy={busy ? '' : undefined}
    >
      <span className="button-label">
        {icon}
        {children}
      </span>
      {busy && <span className="spinner" />}
      {busy && <span className="visually-hidden">{uiMessages.working}</span>}
    </button>
  )
  if (disabledReason === undefined) return button
  return (
    <Tooltip text={disabledReason} id={reasonId}>
      {button}
    </Tooltip>
  )
}

/** A button that is an icon. Its label is read aloud, and shown on hover and focus. */
export function IconButton({ label, disabledReason, ...rest }: ButtonProps & { label: string; icon: ReactNode }) {
  if (disabledReason !== undefined) {
    return <Button look="quiet" {...rest} aria-label={label} disabledReason={disabledReason} data-icon="" />
  }
  return (
    <Tooltip text={label}>
      <Button look="quiet" {...rest} aria-label={label} data-icon="" />
    </Tooltip>
  )
}

export function LinkButton({ look, size, icon, children, ...rest }: LinkProps & ButtonAppearance) {
  return (
    <Link {...rest} className={classNames('button', rest.className)} data-look={look} data-size={size}>
      {icon}
      {children}
    </Link>
  )
}

/** The browser opens the dialog without script; the handler is for those that do not know the attributes yet. */
const openDialogProps = (id: string) => ({
  command: 'show-modal',
  commandfor: id,
  onClick: () => {
    if ('command' in HTMLButtonElement.prototype) return
    const dialog = document.getElementById(id)
    if (dialog instanceof HTMLDialogElement) dialog.showModal()
  },
})

const preventActivation = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}
