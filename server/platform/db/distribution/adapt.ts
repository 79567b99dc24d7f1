import type { Pool } from 'pg'
import { sendDistributedStatements } from '../kysely-dialect.ts'
import { isDistributed } from './inspect.ts'

/** Makes this process send statements in the form that its database needs. Call it once, before the first statement. */
export async function adaptToDistribution(pool: Pick<Pool, 'query'>): Promise<void> {
  if (await isDistributed(pool)) sendDistributedStatements()
}
