import type { Database } from '../../server/platform/db/database.ts'
import type { BenchServer } from '../bench-server.ts'
import { type BenchWorkspace, createBenchWorkspaces, insertRequests, vacuumAnalyze, vocabulary } from '../dataset.ts'
import { type BenchRequest, runLoad } from '../load.ts'
import { fromNetwork, preparePortal } from '../portal.ts'
import { measurePublish } from '../publish.ts'

/** Prepares the data of a load, and returns what runs it. */
type Load = (instance: BenchServer, database: Database) => Promise<RunLoad>

/** Runs a load for about this many seconds. @returns the number of requests, or of messages */
type RunLoad = (seconds: number) => Promise<number>

// Enough workspaces that their limits of 600 requests a minute together exceed what the machine can answer.
const manySmall = { workspaces: 400, requestsEach: 30 }
// A search in a workspace of average size reads most of its texts.
const average = { workspaces: 100, requestsEach: 1_500 }

/** The loads that can be profiled, by name. */
export const loads: Record<string, Load> = {
  list: api((key) => ({ path: '/api/v1/feedback', headers: key })),
  get: api((key, id) => ({ path: `/api/v1/feedback/${id}`, headers: key })),
  create: api((key, _id, count) => ({
    method: 'POST',
    path: '/api/v1/feedback',
    body: JSON.stringify({ title: 'A request of the benchmark', description: 'It has some text. '.repeat(15) }),
    headers: { ...key, 'content-type': 'application/json', 'idempotency-key': `profile-${count}` },
  })),
  search: api(
    (key, _id, count) => ({ path: `/api/v1/feedback?search=${vocabulary[(count * 37) % 4_000]}`, headers: key }),
    average,
  ),
  portal: async (instance, database) => {
    const { slug, cookie } = await preparePortal(database)
    const queries = ['', '?sort=votes', '?sort=newest', '?stage=planned', `?search=${vocabulary[100]}`]
    return requestsOf(instance, (count) => ({
      path: `/p/${slug}/${queries[count % queries.length]}`,
      headers: { cookie, ...fromNetwork(count) },
    }))
  },
  publish: async (instance, database) => async (seconds) => {
    const customers = seconds * 400
    await measurePublish(instance, database, customers)
    return customers
  },
}

/** A load of API calls, spread over many workspaces and keys. */
function api(
  callFor: (headers: { authorization: string }, id: string, count: number) => BenchRequest,
  { workspaces, requestsEach } = manySmall,
): Load {
  return async (instance, database) => {
    const among = await createBenchWorkspaces(database, workspaces, 'profile')
    for (const workspace of among) await insertRequests(database, workspace, requestsEach)
    await vacuumAnalyze(database)
    const ids = await idsByWorkspace(database)
    return requestsOf(instance, (count) => {
      const { id, keys }: BenchWorkspace = among[count % among.length]!
      const key = keys[Math.floor(count / among.length) % keys.length]
      return callFor({ authorization: `Bearer ${key}` }, ids.get(id)![count % requestsEach]!, count)
    })
  }
}

async function idsByWorkspace({ pool }: Database): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ workspace_id: string; ids: string[] }>(
    'select workspace_id, array_agg(id::text) as ids from feedback group by 1',
  )
  return new Map(rows.map(({ workspace_id, ids }) => [workspace_id, ids]))
}

function requestsOf({ origin }: BenchServer, callFor: (count: number) => BenchRequest): RunLoad {
  let count = 0
  return async (seconds) => {
    const before = count
    const { failed } = await runLoad(origin, () => callFor(count++), { seconds })
    if (failed > 0) throw new Error(`${failed} responses were errors, so the profile would be meaningless.`)
    return count - before
  }
}
