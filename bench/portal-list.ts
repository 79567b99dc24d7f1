import { createBenchDataDir, removeDataDir, startBenchServer } from './bench-server.ts'
import { portalListRow } from './benchmarks.ts'
import { createBenchWorkspaces, insertRequests, openBenchDatabase } from './dataset.ts'
import { measurePortalList, portalSizes, preparePortal } from './portal.ts'

// Measures the portal's list with 10,000 and with 100,000 public requests, among other workspaces. Linux only.
// Run: npm run bench -- portal
const otherWorkspaces = 100
const requestsOfOthers = 200

const dataDir = await createBenchDataDir()
const server = await startBenchServer(dataDir)
const database = openBenchDatabase(server.socketDir)
try {
  for (const other of await createBenchWorkspaces(database, otherWorkspaces, 'other')) {
    await insertRequests(database, other, requestsOfOthers)
  }
  const usual = await preparePortal(database)
  const large = await preparePortal(database, portalSizes.large)
  for (const [size, must, aim, portal] of [
    [portalSizes.usual, 15, 10, usual],
    [portalSizes.large, 20, 20, large],
  ] as const) {
    const { figure, required, measured, note } = portalListRow(size, must, aim, await measurePortalList(server, portal))
    console.log(`${figure}: ${measured} (required: ${required}); ${note}`)
  }
} finally {
  await database.close()
  await server.stop()
  await removeDataDir(dataDir)
}
