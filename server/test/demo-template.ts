import { createDemo } from '../cli/demo/create-demo.ts'
import { openDatabase } from '../platform/db/database.ts'
import { adaptToDistribution } from '../platform/db/distribution/adapt.ts'
import { createLog } from '../platform/log.ts'
import { writeAsSystem } from '../platform/system-scope.ts'
import { createInstanceJobs } from '../queues.ts'
import { createTemplate } from './test-database.ts'

export const demoCaps = { free: 100, starter: 1_000, growth: null }

/**
 * Creates the template database that holds the demo workspace: creating the demo takes seconds, copying it a moment.
 */
export async function createDemoTemplate(socketDir: string): Promise<void> {
  const name = await createTemplate(socketDir, 'demo')
  const log = createLog('silent')
  const database = openDatabase({ socketDir, database: name }, { size: 1, log })
  await adaptToDistribution(database.pool)
  const jobs = createInstanceJobs(database, log)
  await writeAsSystem({ database, jobs }, '', (tx) => createDemo(tx, 'demo', demoCaps))
  await jobs.close()
  await database.close()
}
