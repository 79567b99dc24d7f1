import { voteWeight, WeightSum } from '../feedback/trend.ts'
import { type DateOrder, provenOrder } from './read/dates.ts'
import type { Table } from './read/row.ts'
import { type DateOrders, fieldNames, type OpenedSource, readSource } from './sources/open-source.ts'

/** The totals of one request in the whole import, so that its row is written once, with its final counters. */
export interface RequestSurvey {
  votes: number
  comments: number
  weights: WeightSum
  /** The last time somebody voted or commented. */
  lastActivity: string | null
}

/** The result of reading the whole source before anything is written. */
export interface Survey {
  rows: number
  dateOrders: DateOrders
  requests: Map<string, RequestSurvey>
  /** The rows with the same id as an earlier row, by number from 0, with that row's line. */
  repeated: Map<number, number>
  /** The number of rows that are refused without asking the database. */
  refused: number
}

/**
 * Reads a whole source, and refuses a truncated or damaged file. Counting votes and comments first avoids updating each
 * request later, which would cost more than everything else, because of its search indexes.
 */
export async function surveySource(opened: OpenedSource, now: string): Promise<Survey> {
  const dateOrders = await proveDateOrders(opened)
  const requests = new Map<string, RequestSurvey>()
  const repeated = new Map<number, number>()
  const seen = new Map<string, Map<string, number>>()
  let [rows, refused] = [0, 0]
  for await (const { records, problems, line } of readSource(opened, dateOrders)) {
    const [first] = records
    if (problems.some(({ isRefused }) => isRefused)) refused += 1
    if (first !== undefined && 'id' in first) {
      const lines = seen.get(first.resource) ?? new Map<string, number>()
      seen.set(first.resource, lines)
      const earlier = lines.get(first.id)
      if (earlier === undefined) lines.set(first.id, line)
      // Repeated tags and boards are harmless.
      else if (first.resource !== 'tags' && first.resource !== 'boards') repeated.set(rows, earlier)
    }
    if (!repeated.has(rows)) {
      for (const record of records) {
        if (record.resource === 'votes') addTo(requests, record.requestId, 'votes', record.createdAt ?? now)
        else if (record.resource === 'comments' && !record.isInternal) {
          addTo(requests, record.requestId, 'comments', record.createdAt ?? now)
        }
      }
    }
    rows += 1
  }
  return { rows, dateOrders, requests, repeated, refused: refused + repeated.size }
}

function addTo(requests: Map<string, RequestSurvey>, id: string, counter: 'votes' | 'comments', at: string): void {
  let request = requests.get(id)
  if (request === undefined) {
    request = { votes: 0, comments: 0, weights: new WeightSum(), lastActivity: null }
    requests.set(id, request)
  }
  request[counter] += 1
  if (counter === 'votes') request.weights.add(voteWeight(at))
  if (request.lastActivity === null || at > request.lastActivity) request.lastActivity = at
}

const dateFields = ['created_at', 'updated_at', 'published_at']

/**
 * Finds date columns with values like 3/4/2026 whose order another value shows. Other columns are a problem of their
 * rows.
 */
async function proveDateOrders(opened: OpenedSource): Promise<DateOrders> {
  const { tables, options } = opened
  const orders = new Map<Table, Map<string, DateOrder | null>>()
  for (const { table, resource } of tables) {
    const byColumn = new Map<string, DateOrder | null>()
    orders.set(table, byColumn)
    const names = fieldNames(opened, resource)
    const suspects = dateFields.flatMap((field) => names[field] ?? []).filter((key) => table.columns.has(key))
    for (const key of suspects) if (options.dateOrder) byColumn.set(key, options.dateOrder)
    if (options.dateOrder !== undefined || suspects.length === 0 || !table.file.toLowerCase().endsWith('csv')) continue
    const contradicted = new Set<string>()
    for await (const { values } of table.rows()) {
      for (const key of suspects) {
        const value = values[key]
        if (typeof value !== 'string' || value.length < 8) continue
        const order = provenOrder(value)
        if (order === null) continue
        if ((byColumn.get(key) ?? order) !== order) contradicted.add(key)
        byColumn.set(key, order)
      }
    }
    // A column with contradicting values shows no order.
    for (const key of contradicted) byColumn.set(key, null)
  }
  return orders
}
