import { mkdir } from 'node:fs/promises'
import { openDatabase } from '../../platform/db/database.ts'
import { adaptToDistribution } from '../../platform/db/distribution/adapt.ts'
import { createLog } from '../../platform/log.ts'
import { testDatabaseTarget } from '../test-app.ts'
import { startTestWorker } from '../test-worker.ts'

// A process with a worker that tests kill: the database and the data folder are in its environment.
const { HEED_TEST_DATABASE: name = '', HEED_TEST_DATA_DIR: dataDir = '' } = process.env
await mkdir(dataDir, { recursive: true })
const database = openDatabase(testDatabaseTarget(name), { size: 5, log: createLog('silent') })
await adaptToDistribution(database.pool)
await startTestWorker({ database }, undefined, undefined, dataDir)
process.send!('ready')
