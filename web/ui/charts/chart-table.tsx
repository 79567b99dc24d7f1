import { formatNumber } from '#i18n/format.ts'
import { uiMessages } from '../messages.ts'
import type { ChartProps } from './chart.tsx'

/** Renders the values of a chart as a table for screen readers. */
export function ChartTable({ label, labels, series }: ChartProps) {
  return (
    // On the table itself the class has no effect: a table is at least as wide as its content.
    <div className="visually-hidden">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{uiMessages.period}</th>
            {series.map((one) => (
              <th key={one.name} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((name, at) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {series.map((one) => (
                <td key={one.name}>{formatNumber(one.values[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
