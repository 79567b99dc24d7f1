import type { Pool } from 'pg'
import { sendDistributedStatements } from '../kysely-dialect.ts'
import { isDistributed } from './inspect.ts'

/** Makes this process send the statements that its database needs. Once, before the first one. */
export async function adaptToDistribution(pool: Pick<Pool, 'query'>): Promise<void> {
  if (await isDistributed(pool)) sendDistributedStatements()
}
