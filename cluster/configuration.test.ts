import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readSettings } from '../server/platform/settings.ts'
import {
  etcdConfig,
  haproxyConfig,
  heedEnvironment,
  patroniConfig,
  pgbouncerConfig,
  pgbouncerUsers,
  readTemplate,
  templateNames,
} from './configuration.ts'
import { root } from './heed.ts'
import { databaseHosts } from './hosts.ts'
import { entrances } from './proxy.ts'
import { explainVersions, findMissing } from './requirements.ts'

const number = (text: string, pattern: RegExp): number => Number(pattern.exec(text)![1])

test('every file has a value for each placeholder', async () => {
  const rendered = [
    ...(await Promise.all(databaseHosts.map((name) => etcdConfig(name, '/data')))),
    ...(await Promise.all(databaseHosts.map((name) => patroniConfig(name, '/data')))),
    await haproxyConfig('/data'),
    JSON.stringify(await heedEnvironment('/data', 'heed')),
    await readTemplate('redis.conf'),
  ]
  for (const text of rendered) assert.doesNotMatch(text, /\{\{|undefined/)
})

test('the guide shows the files that the cluster uses', async () => {
  const guide = await readFile(join(root, 'docs/operations/cluster.md'), 'utf8')
  for (const name of templateNames) assert.ok(guide.includes(`\n${await readTemplate(name)}\`\`\`\n`), name)
})

test('Heed accepts its environment, and drains for longer than HAProxy needs to detect it', async () => {
  const settings = readSettings(await heedEnvironment('/data', 'heed'))
  const backend = (await haproxyConfig('/data')).split('\nbackend heed_ready')[1]!
  const noticedAfterSeconds = number(backend, /inter (\d+)s/) * number(backend, /fall (\d+)/)
  assert.ok(settings.drainSeconds > noticedAfterSeconds)
})

test('PgBouncer serves Heed’s address on each host, with its password', async () => {
  const [ini, { DATABASE_URL = '' }] = [await pgbouncerConfig('/data'), await heedEnvironment('/data', 'heed')]
  const { hostname, port, username, password } = new URL(DATABASE_URL)
  assert.match(ini, new RegExp(`^listen_addr = ${hostname}\nlisten_port = ${port}$`, 'm'))
  assert.equal(pgbouncerUsers(), `"${username}" "${password}"\n`)
})

test('Patroni’s lease outlasts its loop and two retries, as Patroni requires', async () => {
  const text = await patroniConfig('db1', '/data')
  const [ttl, loop, retry] = [/ttl: (\d+)/, /loop_wait: (\d+)/, /retry_timeout: (\d+)/].map((each) =>
    number(text, each),
  )
  assert.ok(ttl! >= loop! + 2 * retry!)
})

test('HAProxy offers Heed to the outside, and PostgreSQL on the private address only', async () => {
  const binds = (await haproxyConfig('/data')).matchAll(/^ {2}bind (.*)$/gm)
  const { host, port } = entrances.primary
  assert.deepEqual(
    Array.from(binds, ([, address]) => address),
    [':8080', `${host}:${port}`, `${host}:${entrances.replicas.port}`],
  )
})

test('HAProxy removes the header with which a caller decides what is traced', async () => {
  const [, web = ''] = (await haproxyConfig('/data')).split('\nfrontend web\n')
  assert.match(web.split('\nbackend ', 1)[0]!, /^ {2}http-request del-header traceparent$/m)
})

test('rejects other versions of PostgreSQL', () => {
  assert.equal(explainVersions(['15', '17']), null)
  assert.equal(explainVersions(['17']), 'PostgreSQL 15 is needed (Debian 12). Installed: 17.')
})

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

test('HAProxy accepts its file', { skip: !hasHaproxy && 'HAProxy is not installed' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heed-haproxy-'))
  try {
    // The names of the hosts resolve in the sandbox only.
    const text = (await haproxyConfig(folder)).replaceAll(/ (db|heed)(\d):(\d+)/g, ' 127.0.0.1:$3')
    const file = join(folder, 'haproxy.cfg')
    await writeFile(file, text)
    await promisify(execFile)('haproxy', ['-c', '-f', file])
  } finally {
    await rm(folder, { recursive: true })
  }
})

// It takes about ten minutes, three PostgreSQL servers, and namespaces, which CI machines may not allow.
const isWanted = process.env.HEED_TEST_CLUSTER === '1'

test('the cluster passes all steps', { skip: !isWanted && 'HEED_TEST_CLUSTER=1 runs it' }, async () => {
  assert.deepEqual(await findMissing(), [])
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'cluster/run.ts')], { encoding: 'utf8' })
  assert.equal(status, 0, stdout)
})
