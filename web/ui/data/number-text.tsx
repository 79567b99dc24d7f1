const plain = new Intl.NumberFormat('en')
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export const formatNumber = (value: number): string => plain.format(value)

/** A number with separators. `compact` writes 12.3K; the whole number is in the title. */
export function NumberText({ value, compact }: { value: number; compact?: boolean }) {
  if (!compact || Math.abs(value) < 10_000) return <span className="number">{plain.format(value)}</span>
  return (
    <span className="number" title={plain.format(value)}>
      {short.format(value)}
    </span>
  )
}
