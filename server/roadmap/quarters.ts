import { sql } from 'kysely'
import type { Scope } from '../platform/scope.ts'

/** A calendar quarter such as `2026-Q3`. */
export type Quarter = `${number}-Q${number}`

export const isQuarter = (text: string): text is Quarter => /^[1-9]\d{3}-Q[1-4]$/.test(text)

/** Returns the first and last day of a quarter, such as `2026-07-01` and `2026-09-30`. */
export function quarterBounds(quarter: Quarter): { first: string; last: string } {
  const [year, number] = quarter.split('-Q').map(Number) as [number, number]
  const month = number * 3
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { first: `${year}-${pad(month - 2)}-01`, last: `${year}-${pad(month)}-${lastDay}` }
}

const pad = (number: number): string => String(number).padStart(2, '0')

// Ten years, further than anyone plans by quarter.
const maxQuarters = 40

/** Lists the quarters that roadmap items are planned for, in order. */
export async function listTargetQuarters({ db, workspaceId }: Scope): Promise<Quarter[]> {
  const { rows } = await sql<{ quarter: Quarter }>`
    select distinct to_char(target_date, 'YYYY"-Q"Q') as quarter from roadmap_items
    where workspace_id = ${workspaceId} and target_date is not null
    order by quarter limit ${maxQuarters}`.execute(db)
  return rows.map(({ quarter }) => quarter)
}
