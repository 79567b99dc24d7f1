import type { ReactNode } from 'react'

interface SplitViewProps {
  list: ReactNode
  /** Without a detail, the list takes the whole width. */
  detail?: ReactNode
  /** `open`: the selected row next to its list. `aside`: a narrow column of details next to the main one. */
  look?: 'open' | 'aside'
  /** Below 1,100 px, shows both, stacked, instead of only the detail. The default for `aside`. */
  stacked?: boolean
}

/** Two columns from 1,100 px up. */
export function SplitView({ list, detail, look = 'open', stacked = look === 'aside' }: SplitViewProps) {
  return (
    <div className="split" data-detail={detail ? look : undefined} data-stacked={stacked ? '' : undefined}>
      <div className="split-list">{list}</div>
      {detail && <div className="split-detail">{detail}</div>}
    </div>
  )
}
