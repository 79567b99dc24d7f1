import { after } from 'node:test'
import { runCommand } from '../../server/test/support/run-command.ts'
import { testSocketDir } from '../../server/test/test-app.ts'
import { dropTestDatabase } from '../../server/test/test-database.ts'
import { type CitusNode, joinNodes, runOn } from './nodes.ts'

// `npm run cluster -- citus` starts the nodes and names their folders.

/** The sockets of the workers. */
export const workers = (process.env.HEED_TEST_WORKER_SOCKET_DIRS ?? '').split(':')

const nodes: CitusNode[] = await Promise.all([testSocketDir(), ...workers].map(nodeOf))

async function nodeOf(socketDir: string): Promise<CitusNode> {
  const [row] = await runOn({ socketDir }, 'postgres', "select current_setting('port')::int as port")
  return { name: socketDir, socketDir, port: row!.port as number, pid: 0 }
}

let databases = 0

/** Creates an empty database on all nodes, and makes them a cluster in it. It is dropped after the test. */
export async function createEmptyDatabase(dataDir = '/nonexistent') {
  databases += 1
  const name = `empty_${process.pid}_${databases}`
  for (const node of nodes) {
    await runOn(node, 'postgres', `create database ${name}`)
    await runOn(node, name, 'create extension citus')
  }
  await joinNodes(nodes, name)
  after(() => dropTestDatabase(testSocketDir(), name))
  const DATABASE_URL = `postgres://heed@/${name}?host=${encodeURIComponent(testSocketDir())}`
  const command = (...args: string[]) => runCommand({ dataDir, env: { DATABASE_URL } }, ...args)
  /** Runs a statement on the coordinator. */
  const run = async (statement: string) => runOn(nodes[0]!, name, statement)
  return { name, DATABASE_URL, command, run }
}
