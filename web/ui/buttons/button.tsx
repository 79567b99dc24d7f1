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
  /** Shows a spinner instead of the label and ignores clicks. */
  busy?: boolean
  /** Why the button is disabled. It stays focusable and shows the reason. */
  disabledReason?: string
  /** Id of the dialog to open. */
  opens?: string
}

/** A button, by default of type "button". `SubmitButton` submits a form. */
export function Button({ look, size, icon, busy, disabledReason, opens, children, ...rest }: ButtonProps) {
  const reasonId = useId()
  const isInactive = busy || disabledReason !== undefined
  const button = (
    <button
      type="button"
      {...rest}
      {...(disabledReason === undefined ? {} : { type: 'button', 'aria-describedby': reasonId })}
      {...(opens && !isInactive ? openDialogProps(opens) : {})}
      {...(isInactive ? { 'aria-disabled': true, onClick: preventActivation } : {})}
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

/** A button with only an icon. Its label is the accessible name and shows on hover and focus. */
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

/** The browser opens the dialog without JavaScript. The handler is for browsers without the command attribute. */
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
