import type { MouseEventHandler, ReactNode } from 'react'
import { LinkButton } from '../../../../ui/buttons/button.tsx'
import { Tooltip } from '../../../../ui/overlays/tooltip.tsx'

interface IconLinkProps {
  id?: string
  to: string
  label: string
  icon: ReactNode
  /** The keyboard shortcut. */
  keys?: string
  onClick?: MouseEventHandler
}

/** A link that looks like the icon buttons beside it. */
export function IconLink({ id, to, label, icon, keys, onClick }: IconLinkProps) {
  return (
    <Tooltip text={label}>
      <LinkButton
        id={id}
        to={to}
        look="quiet"
        size="sm"
        data-icon=""
        aria-label={label}
        aria-keyshortcuts={keys}
        preventScrollReset
        onClick={onClick}
      >
        {icon}
      </LinkButton>
    </Tooltip>
  )
}
