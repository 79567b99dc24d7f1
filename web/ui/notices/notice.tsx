import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert }

export function ToneIcon({ tone }: { tone: NoticeTone }) {
  const Icon = icons[tone]
  return <Icon aria-hidden="true" />
}

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}

/** A message about the content below it. */
export function Notice({ tone = 'info', title, actions, children }: NoticeProps) {
  return (
    <div className="notice" data-tone={tone}>
      <ToneIcon tone={tone} />
      <div>
        {title && <strong>{title}</strong>}
        {children}
        {actions && <div className="notice-actions">{actions}</div>}
      </div>
    </div>
  )
}
