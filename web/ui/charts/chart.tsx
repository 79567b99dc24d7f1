import type { CSSProperties, KeyboardEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#i18n/format.ts'
import { type Stage, type Tone, uiMessages } from '../messages.ts'
import { columnCenter, labelIndexes, round, ticksFor } from './chart-scale.ts'
import { ChartTable } from './chart-table.tsx'

export interface Series {
  name: string
  values: number[]
  tone?: Tone | Stage
}

export interface ChartProps {
  /** Caption of the table for screen readers. */
  label: string
  /** One per value: days, weeks, names. */
  labels: string[]
  series: Series[]
  size?: 'sm' | 'md' | 'lg'
  /**
   * The list that each value links to. If there are many links, one is in the tab order, and the arrow keys move
   * between them.
   */
  links?: string[]
  /** Whether the last period is incomplete. It is drawn lighter or dashed, because its values are still growing. */
  isLastPartial?: boolean
}

/** Shows counts as columns; several series are stacked. */
export function BarChart(props: ChartProps) {
  const { labels, series, isLastPartial } = props
  const top = Math.max(...labels.map((_, at) => series.reduce((sum, one) => sum + (one.values[at] ?? 0), 0)), 0)
  const ticks = ticksFor(top)
  const scale = 100 / ticks.at(-1)!
  const width = round((100 / labels.length) * 0.62)
  const bars = (one: Series, below: number[]) =>
    one.values.map((value, at) => {
      const height = round(value * scale)
      const y = round(100 - below[at]! * scale - height)
      below[at]! += value
      return (
        <rect
          key={at}
          className="chart-bar"
          data-partial={isLastPartial && at === labels.length - 1 ? '' : undefined}
          x={columnCenter(at, labels.length) - width / 2}
          y={y}
          width={width}
          height={height}
        />
      )
    })
  const below = labels.map(() => 0)
  return (
    <ChartFrame {...props} ticks={ticks}>
      {series.map((one) => (
        <g key={one.name} data-tone={one.tone ?? 'accent'}>
          {bars(one, below)}
        </g>
      ))}
    </ChartFrame>
  )
}

/** Shows values over time. A single series has a filled area below its line. */
export function LineChart(props: ChartProps) {
  const { labels, series, isLastPartial } = props
  const ticks = ticksFor(Math.max(...series.flatMap((one) => one.values), 0))
  const scale = 100 / ticks.at(-1)!
  const pathOf = (one: Series, from = 0, to = labels.length) =>
    one.values
      .map((value, at) => `${columnCenter(at, labels.length)} ${round(100 - value * scale)}`)
      .slice(from, to)
      .map((point, at) => `${at ? 'L' : 'M'}${point}`)
      .join('')
  const whole = labels.length - (isLastPartial ? 1 : 0)
  return (
    <ChartFrame {...props} ticks={ticks}>
      {series.map((one) => (
        <g key={one.name} data-tone={one.tone ?? 'accent'}>
          {series.length === 1 && (
            <path
              className="chart-fill"
              d={`${pathOf(one)}L${columnCenter(labels.length - 1, labels.length)} 100L${columnCenter(0, labels.length)} 100Z`}
            />
          )}
          <path className="chart-line" d={pathOf(one, 0, whole)} />
          {isLastPartial && <path className="chart-line" data-partial="" d={pathOf(one, whole - 1)} />}
        </g>
      ))}
    </ChartFrame>
  )
}

/** Renders axes, grid, hover targets, and the table for screen readers. */
function ChartFrame({
  label,
  labels,
  series,
  size,
  links,
  isLastPartial,
  ticks,
  children,
}: ChartProps & { ticks: number[]; children: ReactNode }) {
  const last = labels.length - 1
  const names = labels.map((name, at) => (isLastPartial && at === last ? uiMessages.soFar({ period: name }) : name))
  return (
    <figure className="chart-frame">
      <div className="chart" data-size={size}>
        {series.length > 1 && <Legend series={series} />}
        <div className="chart-ticks" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick}>{formatNumber(tick)}</span>
          ))}
        </div>
        <div className="chart-area">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <path key={tick} className="chart-grid" d={`M0 ${round(100 - (tick / ticks.at(-1)!) * 100)}H100`} />
            ))}
            {children}
          </svg>
          <HoverTargets labels={names} series={series} links={links} />
        </div>
        <div className="chart-labels" aria-hidden="true">
          {labelIndexes(labels.length).map((at) => (
            <span key={at} style={{ '--x': `${columnCenter(at, labels.length)}%` } as CSSProperties}>
              {labels[at]}
            </span>
          ))}
        </div>
      </div>
      <ChartTable label={label} labels={names} series={series} />
    </figure>
  )
}

function Legend({ series }: { series: Series[] }) {
  return (
    <div className="chart-legend" aria-hidden="true">
      {series.map((one) => (
        <span key={one.name} className="chart-legend-item" data-tone={one.tone ?? 'accent'}>
          {one.name}
        </span>
      ))}
    </div>
  )
}

// The weeks of a quarter. With more links, tabbing through the page would take long.
const maxTabStops = 13

/** Moves the focus to the previous or next link, as between radio buttons. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  links[links.indexOf(document.activeElement as HTMLAnchorElement) + step]?.focus()
  event.preventDefault()
}

/** Shows the values of a column on hover; with links, also on focus. */
function HoverTargets({ labels, series, links }: Pick<ChartProps, 'labels' | 'series' | 'links'>) {
  return (
    <div className="chart-targets" aria-hidden={links ? undefined : true} onKeyDown={moveFocus}>
      {labels.map((label, at) => {
        const values = series.map((one) => `${formatNumber(one.values[at] ?? 0)} ${one.name}`)
        const tooltip = (
          <span className="chart-tooltip" aria-hidden="true">
            {label}
            {series.map((one) => (
              <span key={one.name} className="block">
                <b>{formatNumber(one.values[at] ?? 0)}</b> {one.name}
              </span>
            ))}
          </span>
        )
        return links ? (
          <Link
            key={label}
            className="chart-target"
            to={links[at]!}
            tabIndex={labels.length > maxTabStops && at < labels.length - 1 ? -1 : undefined}
            aria-label={[label, ...values].join(': ')}
          >
            {tooltip}
          </Link>
        ) : (
          <span key={label} className="chart-target">
            {tooltip}
          </span>
        )
      })}
    </div>
  )
}
