import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useShortcuts } from '../../../ui/lib/use-shortcuts.ts'
import { roadmapMessages as messages } from '../../messages/roadmap.ts'

interface SidePanelProps {
  /** The URL of the board without the panel. */
  closeTo: string
  title: string
  /** Replaces the visible title, which screen readers still announce. */
  head?: ReactNode
  /** Shown beside the close button. */
  actions?: ReactNode
  children: ReactNode
}

/** A panel beside the board. The close button and Escape close it. */
export function SidePanel({ closeTo, title, head, actions, children }: SidePanelProps) {
  const navigate = useNavigate()
  useShortcuts({ Escape: () => navigate(closeTo, { preventScrollReset: true }) })
  return (
    <>
      <Link className="page-head-back panel-back" to={closeTo} preventScrollReset>
        <ArrowLeft size={16} aria-hidden />
        {messages.back}
      </Link>
      <header className="panel-head">
        <h1 className={head ? 'visually-hidden' : undefined}>{title}</h1>
        {head}
        <div className="panel-actions">
          {actions}
          <Link
            className="button panel-close"
            data-look="quiet"
            data-icon=""
            to={closeTo}
            preventScrollReset
            aria-label={messages.close}
          >
            <X aria-hidden />
          </Link>
        </div>
      </header>
      {children}
    </>
  )
}
