import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Database } from '../server/platform/db/database.ts'
import { type BenchServer, freePort } from './bench-server.ts'
import { ownProcess } from './clean-up.ts'
import { createBenchWorkspaces } from './dataset.ts'

/** Starts a mail server in its own process. */
export async function startSmtpSink(): Promise<{ url: string; stop(): void }> {
  const port = await freePort()
  const file = fileURLToPath(new URL('./smtp-sink.ts', import.meta.url))
  const child = ownProcess(spawn(process.execPath, [file, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] }))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.stdout.resume()
  return { url: `smtp://127.0.0.1:${port}`, stop: () => child.kill() }
}

export interface PublishResult {
  perMinute: number
  /** Memory of the Node.js process in MB: before the publication, and the maximum while sending. */
  memoryBefore: number
  peakMemory: number
}

const body = 'Everything is **faster** now.\n\n- lists\n- searches\n\nSee [the guide](https://example.com/guide).\n'

/** Publishes an entry to a number of customers and waits until the last message is sent. */
export async function measurePublish(
  instance: BenchServer,
  database: Database,
  customers: number,
): Promise<PublishResult> {
  const [workspace] = await createBenchWorkspaces(database, 1, `mailed-${customers}`)
  const { id, keys } = workspace!
  await database.pool.query(
    `insert into customers (workspace_id, id, email, origin, created_at)
     select $1, gen_random_uuid(), 'customer' || n || '@example.com', 'api', now() - interval '1 day'
     from generate_series(1, $2::integer) n`,
    [id, customers],
  )
  const call = async (path: string, content: object) => {
    const reply = await fetch(`${instance.origin}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]}`, 'content-type': 'application/json' },
      body: JSON.stringify(content),
    })
    return ((await reply.json()) as { data: { id: string } }).data
  }
  const memoryBefore = await instance.residentMegabytes()
  const entry = await call('/changelog', { title: 'Faster', body })
  const startedAt = performance.now()
  await call(`/changelog/${entry.id}/publish`, {})
  let memoryMost = 0
  for (;;) {
    await setTimeout(500)
    memoryMost = Math.max(memoryMost, await instance.residentMegabytes())
    const { rows } = await database.pool.query<{ is_over: boolean }>(
      `select fanned_out_at is not null and not exists (
         select from notification_deliveries where state in ('due', 'sending')) as is_over
       from announcements where entry_id = $1`,
      [entry.id],
    )
    if (rows[0]?.is_over) break
  }
  const perMinute = customers / ((performance.now() - startedAt) / 60_000)
  return { perMinute, memoryBefore, peakMemory: memoryMost }
}
