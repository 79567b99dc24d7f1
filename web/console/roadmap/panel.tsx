import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { useKeys } from '../../ui/keys.ts'
import { roadmap as words } from '../words/roadmap.ts'

interface PanelProps {
  /** The board without the panel. */
  closeTo: string
  title: string
  /** Beside the cross. */
  actions?: ReactNode
  marks?: ReactNode
  children: ReactNode
}

/** What stands beside the board; the cross and Escape close it. */
export function Panel({ closeTo, title, marks, actions, children }: PanelProps) {
  const navigate = useNavigate()
  useKeys({ Escape: () => navigate(closeTo, { preventScrollReset: true }) })
  return (
    <>
      <header className="panel-head">
        {marks}
        <div className="panel-actions">
          {actions}
          <Link
            className="button"
            data-look="quiet"
            data-icon=""
            to={closeTo}
            preventScrollReset
            aria-label={words.close}
          >
            <X aria-hidden />
          </Link>
        </div>
      </header>
      <h1 className="panel-title" dir="auto">
        {title}
      </h1>
      {children}
    </>
  )
}
