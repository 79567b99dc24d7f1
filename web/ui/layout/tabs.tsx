import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Count } from '../data/badge.tsx'

export interface Tab {
  to: string
  text: string
  icon?: ReactNode
  count?: number
  /** Whether there may be more than `count`. */
  isMore?: boolean
  current: boolean
}

/** Links between related pages, or between states of one page that each have a URL. */
export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.text}
          className="tab"
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? 'page' : undefined}
        >
          {tab.icon}
          {tab.text}
          {tab.count !== undefined && <Count value={tab.count} isMore={tab.isMore} />}
        </Link>
      ))}
    </nav>
  )
}

/** Tabs as a compact segmented control, for views and sorting. */
export function SegmentLinks({ label, tabs }: { label: string; tabs: Tab[] }) {
  return (
    <nav className="segments" aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.text}
          className="segment"
          to={tab.to}
          preventScrollReset
          aria-current={tab.current ? 'true' : undefined}
        >
          {tab.icon}
          {tab.text}
        </Link>
      ))}
    </nav>
  )
}
