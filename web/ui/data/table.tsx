import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Aligns numbers and actions to the end. */
  align?: 'end'
  /** Takes the remaining width and truncates its text. One column per table; by default the first. */
  grows?: boolean
  /** Hidden on a phone. */
  wideOnly?: boolean
  /** Shows the heading to screen readers only, as for checkboxes and menus. */
  hideHead?: boolean
}

interface TableProps<Row> {
  /** Caption for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** Makes the row a link to this URL. The link element is in the column that grows. */
  rowTo?: (row: Row) => string
  /** The full text of a truncated cell. */
  rowTitle?: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** Shows each row as a card on a phone. */
  stacked?: boolean
}

export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, stacked } = props
  const main = columns.find((column) => column.grows) ?? columns[0]!
  return (
    <table className="data-table" data-stacked={stacked ? '' : undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col" {...columnAttributes(column, main)}>
              {column.hideHead ? <span className="visually-hidden">{column.head}</span> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow key={rowKey(row)} {...props} row={row} main={main} />
        ))}
      </tbody>
    </table>
  )
}

function TableRow<Row>(props: TableProps<Row> & { row: Row; main: Column<Row> }) {
  const { columns, row, main, rowTo, rowTitle, isSelected } = props
  return (
    <tr data-linked={rowTo ? '' : undefined} data-selected={isSelected?.(row) ? '' : undefined}>
      {columns.map((column) =>
        column === main ? (
          <th key={column.key} scope="row" {...columnAttributes(column, main)}>
            {rowTo ? (
              <Link className="row-link cell-text" to={rowTo(row)} title={rowTitle?.(row)}>
                {column.cell(row)}
              </Link>
            ) : (
              <span className="cell-text" title={rowTitle?.(row)}>
                {column.cell(row)}
              </span>
            )}
          </th>
        ) : (
          <td key={column.key} {...columnAttributes(column, main)} data-label={cellLabel(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}

const columnAttributes = <Row,>(column: Column<Row>, main: Column<Row>) => ({
  'data-align': column.align,
  'data-grow': column === main ? '' : undefined,
  'data-wide': column.wideOnly ? '' : undefined,
})

const cellLabel = <Row,>({ head, hideHead }: Column<Row>) => (typeof head === 'string' && !hideHead ? head : '')
