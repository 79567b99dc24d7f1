import { formatCompactNumber, formatNumber } from '#i18n/format.ts'

/** Renders a number with separators. `compact` renders 12.3K and keeps the whole number in the title. */
export function NumberText({ value, compact }: { value: number; compact?: boolean }) {
  if (!compact || Math.abs(value) < 10_000) return <span className="number">{formatNumber(value)}</span>
  return (
    <span className="number" title={formatNumber(value)}>
      {formatCompactNumber(value)}
    </span>
  )
}
