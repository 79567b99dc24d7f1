import { formatNumber } from '#i18n/format.ts'
import { uiMessages } from '../messages.ts'
import type { ChartProps } from './chart.tsx'

/** The numbers of a plot, read aloud in its place. */
export function ChartTable({ label, labels, series }: ChartProps) {
  return (
    // The class on the table itself would not make it narrow: a table is as wide as its words.
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
