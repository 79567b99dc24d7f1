import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { readMigrations } from '../../platform/db/migrate.ts'
import { runCommand } from '../support/run-command.ts'
import { startDatabaseServer } from './database-server.ts'
import { checkOutPreviousVersion } from './previous-version.ts'
import { newDataDir, runHeed, startInstance, type TestInstance } from './test-instance.ts'

const previous = await checkOutPreviousVersion()
// A shallow clone does not contain the previous version, and there is no other place to get it from.
const skip = previous === null && 'the history of this clone does not contain the previous version'

interface Client {
  /** The instances that a load balancer would send requests to. */
  targets: TestInstance[]
  /** Used in turn, so that none reaches its limit. */
  keys: string[]
}

interface Load {
  answers: { request: string; status: number; origin: string }[]
  /** False once a request that others depend on has failed. */
  isWorking(): boolean
  stop(): Promise<void>
}

// With two keys, each sends less than its 120 requests a minute.
const paceMs = 350

/** Repeats typical requests, alternating between the instances. Every request has to succeed. */
function startLoad({ targets, keys }: Client): Load {
  const answers: Load['answers'] = []
  let isStopped = false
  let turn = 0
  const send = async (method: string, path: string, body?: object) => {
    await sleep(paceMs)
    turn += 1
    const { origin } = targets[turn % targets.length]!
    const key = keys[turn % keys.length]!
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null)
    const status = response?.status ?? 0
    answers.push({ request: `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}`, status, origin })
    const text = (await response?.text()) ?? ''
    return path.startsWith('/api') && status > 0 ? JSON.parse(text).data : {}
  }
  const work = async () => {
    while (!isStopped) {
      const submitter = { email: `customer${turn % 5}@example.com`, name: 'Robin' }
      const created = await send('POST', '/api/v1/feedback', { title: `Request ${turn}`, submitter })
      // The assertion at the end reports the failed request.
      if (created === undefined) return
      const { id } = created
      await send('POST', `/api/v1/feedback/${id}/comments`, { body: 'A comment', submitter })
      await send('POST', `/api/v1/feedback/${id}/promote`, { status: 'in_progress' })
      await send('PATCH', `/api/v1/feedback/${id}`, { description: 'With more detail' })
      const entry = await send('POST', '/api/v1/changelog', { title: `Entry ${turn}`, linkedFeedbackIds: [id] })
      if (entry === undefined) return
      await send('POST', `/api/v1/changelog/${entry.id}/publish`)
      await send('GET', '/api/v1/feedback?search=request&limit=10')
      await send('GET', '/api/v1/events?limit=10')
      await send('GET', '/p/demo')
    }
  }
  let isWorking = true
  const working = work().finally(() => {
    isWorking = false
  })
  return {
    answers,
    isWorking: () => isWorking,
    async stop() {
      isStopped = true
      await working
    },
  }
}

test('upgrades a database of the previous version under load without a failed request', { skip }, async () => {
  const { env } = await startDatabaseServer()
  // The previous version does not support poolers.
  const { DATABASE_DIRECT_URL = env.DATABASE_URL!, ...others } = env
  const oldEnv = { ...others, DATABASE_URL: DATABASE_DIRECT_URL }
  const old = async () => startInstance({ dataDir: await newDataDir(), env: oldEnv, program: previous! })
  const first = await old()
  const demo = await runHeed({ dataDir: first.dataDir, env: oldEnv, program: previous! }, 'demo', '--json')
  assert.equal(demo.status, 0, demo.stderr)
  const second = await old()
  const targets = [first, second]
  const another = ['key', 'create', '--workspace', 'demo', '--name', 'another', '--scopes', 'all', '--json']
  const { key } = (await runHeed({ dataDir: first.dataDir, env: oldEnv, program: previous! }, ...another)).json()
  const load = startLoad({ targets, keys: [demo.json().key, key] })
  const answersOf = async (count: number) => {
    const target = load.answers.length + count
    while (load.answers.length < target && load.isWorking()) await sleep(20)
  }
  await answersOf(20)

  // The new version migrates while both processes of the previous version answer, and then beside them.
  const upgraded = await startInstance({ dataDir: await newDataDir(), env })
  await answersOf(20)
  targets.push(upgraded)
  await answersOf(20)
  // A load balancer stops sending requests to an instance before it is stopped.
  for (const instance of [first, second]) {
    targets.splice(targets.indexOf(instance), 1)
    // The request that this instance may still be answering.
    await answersOf(1)
    assert.equal((await instance.stop()).status, 0)
    await answersOf(10)
  }
  await load.stop()

  assert.deepEqual(
    load.answers.filter(({ status }) => status < 200 || status > 299),
    [],
  )
  assert.ok(load.answers.filter(({ origin }) => origin === upgraded.origin).length >= 20)
  const start = { dataDir: upgraded.dataDir, env }
  const doctor = await runCommand(start, 'doctor', '--json')
  const problems = doctor.json().findings.filter(({ check, status }: { check: string; status: string }) => {
    return ['database', 'counters'].includes(check) && status === 'problem'
  })
  assert.deepEqual(problems, [])
  const { status } = await fetch(`${upgraded.origin}/readyz`)
  assert.equal(status, 200)
  assert.ok((await readMigrations()).length > 30)
})

test('a single instance is upgraded by a restart: requests fail only while it is stopped', { skip }, async () => {
  const dataDir = await newDataDir()
  const old = await startInstance({ dataDir, program: previous! })
  const demo = await runHeed({ dataDir, program: previous! }, 'demo', '--json')
  const client = { targets: [old], keys: [demo.json().key as string] }
  const before = startLoad(client)
  while (before.answers.length < 15 && before.isWorking()) await sleep(20)
  await before.stop()
  assert.equal((await old.stop()).status, 0)
  const upgraded = await startInstance({ dataDir })
  const load = startLoad({ ...client, targets: [upgraded] })
  while (load.answers.length < 15 && load.isWorking()) await sleep(20)
  await load.stop()
  assert.deepEqual(
    [...before.answers, ...load.answers].filter(({ status }) => status < 200 || status > 299),
    [],
  )
})
