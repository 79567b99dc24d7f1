import type { ReactNode } from 'react'
import { Link } from 'react-router'

export interface Column<Row> {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Numbers and what is done with a row stand at the end. */
  align?: 'end'
  /** Takes what is left over and cuts its text off; one column of a table, the first by default. */
  grows?: boolean
  /** Left out on a phone. */
  wideOnly?: boolean
  /** The head is only read aloud: for boxes and menus. */
  hideHead?: boolean
}

interface TableProps<Row> {
  /** What the table is, read aloud. */
  caption: string
  columns: Column<Row>[]
  rows: Row[]
  rowKey: (row: Row) => string
  /** The row as a whole leads here; the link stands in the first column that grows. */
  rowTo?: (row: Row) => string
  /** Its full text where it is cut off. */
  rowTitle?: (row: Row) => string
  isSelected?: (row: Row) => boolean
  /** On a phone each row is a card of its own. */
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
            <th key={column.key} scope="col" {...marks(column, main)}>
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
          <th key={column.key} scope="row" {...marks(column, main)}>
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
          <td key={column.key} {...marks(column, main)} data-label={labelOf(column)}>
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  )
}

const marks = <Row,>(column: Column<Row>, main: Column<Row>) => ({
  'data-align': column.align,
  'data-grow': column === main ? '' : undefined,
  'data-wide': column.wideOnly ? '' : undefined,
})

const labelOf = <Row,>({ head, hideHead }: Column<Row>) => (typeof head === 'string' && !hideHead ? head : '')
