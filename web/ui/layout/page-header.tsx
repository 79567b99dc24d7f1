import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface PageHeaderProps {
  title: ReactNode
  /** Badges next to the title. */
  marks?: ReactNode
  /** One muted line below the title. */
  meta?: ReactNode
  actions?: ReactNode
  back?: { to: string; text: string }
}

/** The header of a page, with its only h1. */
export function PageHeader({ title, marks, meta, actions, back }: PageHeaderProps) {
  return (
    <header className="page-head">
      <div className="page-head-words">
        {back && (
          <Link className="page-head-back" to={back.to}>
            <ArrowLeft size={16} aria-hidden="true" />
            {back.text}
          </Link>
        )}
        <div className="page-head-title">
          <h1>{title}</h1>
          {marks}
        </div>
        {meta && <div className="page-head-meta">{meta}</div>}
      </div>
      {actions && <div className="page-head-actions">{actions}</div>}
    </header>
  )
}
