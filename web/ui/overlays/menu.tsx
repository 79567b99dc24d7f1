import { type ButtonHTMLAttributes, type KeyboardEvent, type MouseEvent, type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Button, type ButtonProps, IconButton } from '../buttons/button.tsx'
import { ActionForm, type ActionFormProps } from '../forms/action-form.tsx'

interface MenuProps extends Pick<ButtonProps, 'look' | 'size' | 'icon'> {
  /** Label of the button; with `iconOnly`, its accessible name. */
  label: string
  iconOnly?: boolean
  align?: 'start' | 'end'
  /** Shown after the label. */
  trailingIcon?: ReactNode
  children: ReactNode
}

/**
 * A button that opens a list of links, buttons and small forms. The browser opens, positions and closes the list; script
 * adds the arrow keys.
 */
export function Menu({ label, iconOnly, align, trailingIcon, children, ...button }: MenuProps) {
  const id = useId()
  return (
    <>
      {iconOnly ? (
        <IconButton {...button} icon={button.icon} label={label} popoverTarget={id} onKeyDown={focusFirstItem} />
      ) : (
        <Button {...button} popoverTarget={id} onKeyDown={focusFirstItem}>
          {label}
          {trailingIcon}
        </Button>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys only supplement its links and buttons */}
      <div className="menu-list" popover="auto" id={id} data-align={align} onKeyDown={moveFocus} onClick={closeMenu}>
        {children}
      </div>
    </>
  )
}

interface MenuItemStyle {
  icon?: ReactNode
  tone?: 'danger'
}

export function MenuLink({ icon, tone, children, ...rest }: LinkProps & MenuItemStyle) {
  return (
    <Link {...rest} className="menu-item" data-tone={tone}>
      {icon}
      {children}
    </Link>
  )
}

interface MenuButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, MenuItemStyle {
  /** Id of the dialog to open. */
  opens?: string
}

export function MenuButton({ icon, tone, opens, children, ...rest }: MenuButtonProps) {
  const command = opens ? { command: 'show-modal', commandfor: opens } : {}
  return (
    <button type="button" {...rest} {...command} className="menu-item" data-tone={tone}>
      {icon}
      {children}
    </button>
  )
}

/** An item that submits a form right away. `disabledReason` disables it. */
export function MenuForm({
  icon,
  tone,
  children,
  disabledReason,
  ...form
}: ActionFormProps & MenuItemStyle & { disabledReason?: string }) {
  return (
    <ActionForm {...form}>
      <button
        type={disabledReason ? 'button' : 'submit'}
        className="menu-item"
        data-tone={tone}
        aria-disabled={disabledReason ? true : undefined}
        title={disabledReason}
      >
        {icon}
        {children}
      </button>
    </ActionForm>
  )
}

export function MenuSeparator() {
  return <div className="menu-line" aria-hidden="true" />
}

/** Moves the focus from the button into the list with the down arrow. */
function focusFirstItem(event: KeyboardEvent<HTMLButtonElement>) {
  const list = event.currentTarget.popoverTargetElement
  if (event.key !== 'ArrowDown' || !(list instanceof HTMLElement)) return
  event.preventDefault()
  list.showPopover({ source: event.currentTarget })
  list.querySelector<HTMLElement>('.menu-item')?.focus()
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  if (event.target instanceof HTMLTextAreaElement) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('.menu-item')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1, Home: 0, End: -1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  items.at(next % items.length)?.focus()
}

function closeMenu(event: MouseEvent<HTMLElement>) {
  const item = (event.target as Element).closest('.menu-item')
  if (item && item.ariaDisabled !== 'true') event.currentTarget.hidePopover()
}
