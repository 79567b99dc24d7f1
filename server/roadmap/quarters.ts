import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

/** `2026-Q3` */
export type Quarter = `${number}-Q${number}`

export const isQuarter = (text: string): text is Quarter => /^[1-9]\d{3}-Q[1-4]$/.test(text)

/** The first and the last day of a quarter: `2026-07-01`, `2026-09-30`. */
export function quarterBounds(quarter: Quarter): { first: string; last: string } {
  const [year, number] = quarter.split('-Q').map(Number) as [number, number]
  const month = number * 3
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { first: `${year}-${two(month - 2)}-01`, last: `${year}-${two(month)}-${lastDay}` }
}

const two = (number: number): string => String(number).padStart(2, '0')

// Ten years; whoever plans further does not filter by quarter.
const quartersAtMost = 40

/** The quarters that something on the roadmap is meant for, in their order. */
export async function listTargetQuarters({ db, workspaceId }: Scope): Promise<Quarter[]> {
  const { rows } = await sql<{ quarter: Quarter }>`
    select distinct to_char(target_date, 'YYYY"-Q"Q') as quarter from roadmap_items
    where workspace_id = ${workspaceId} and target_date is not null
    order by quarter limit ${quartersAtMost}`.execute(db)
  return rows.map(({ quarter }) => quarter)
}
