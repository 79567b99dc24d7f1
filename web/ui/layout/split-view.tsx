import type { ReactNode } from 'react'

interface SplitViewProps {
  list: ReactNode
  /** Nothing while nothing is chosen: the list has the whole width. */
  detail?: ReactNode
  /** `open` is the chosen row beside its list; `aside` a narrow column of facts beside the main one. */
  look?: 'open' | 'aside'
  /** Below 1,100 px both are shown, one under the other; otherwise the detail alone. Always so for `aside`. */
  stacked?: boolean
}

/** Two columns from 1,100 px on. */
export function SplitView({ list, detail, look = 'open', stacked = look === 'aside' }: SplitViewProps) {
  return (
    <div className="split" data-detail={detail ? look : undefined} data-stacked={stacked ? '' : undefined}>
      <div className="split-list">{list}</div>
      {detail && <div className="split-detail">{detail}</div>}
    </div>
  )
}
