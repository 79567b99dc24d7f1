import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from '../lib/class-names.ts'

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className="rows" aria-label={label}>
      {children}
    </ul>
  )
}

interface RowProps {
  id?: string
  isSelected?: boolean
  /** The row selected with the j and k keys. */
  isActive?: boolean
  /** A checkbox, a stage or an avatar. */
  start?: ReactNode
  /** A `RowLink` or text. */
  title: ReactNode
  /** Short details in a muted line; a dot separates the children. */
  meta?: ReactNode
  /** Counts, times or buttons. */
  end?: ReactNode
}

export function Row({ id, isSelected, isActive, start, title, meta, end }: RowProps) {
  return (
    <li className="row" id={id} data-selected={isSelected ? '' : undefined} data-active={isActive ? '' : undefined}>
      {start}
      <div className="row-main">
        <span className="row-title">{title}</span>
        {meta && <span className="row-meta">{meta}</span>}
      </div>
      {end && <div className="row-end">{end}</div>}
    </li>
  )
}

/** Makes the whole row a link. */
export function RowLink({ children, className, ...rest }: LinkProps) {
  return (
    <Link
      title={typeof children === 'string' ? children : undefined}
      {...rest}
      className={classNames('row-link', className)}
    >
      {children}
    </Link>
  )
}

/** Lists names and values: `<DescriptionList facts={[['Board', …], ['Created', …]]} />`. Leaves out null values. */
export function DescriptionList({ facts }: { facts: [name: string, value: ReactNode][] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value !== null && value !== undefined)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
