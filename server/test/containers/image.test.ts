import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterFile } from '../lifetime.ts'
import { createProject, type Project, requiredSettings } from './compose.ts'
import { describeMissingDocker } from './docker.ts'
import { buildImage, findMissing, podman } from './podman.ts'

// It takes minutes, packages of Debian, and namespaces, which CI machines may not allow.
const isWanted = process.env.HEED_TEST_CONTAINERS === '1'
const options = { skip: !isWanted && 'HEED_TEST_CONTAINERS=1 runs it' }
const withDocker = { skip: options.skip || (await describeMissingDocker()) || false }

let imageName: Promise<string> | undefined

/** Builds the image once. */
async function image(): Promise<string> {
  assert.deepEqual(await findMissing(), [])
  imageName ??= buildImage()
  return imageName
}

// What compose.yaml and the guide to the installation use. The network is the container's own loopback address.
const hardening = [
  '--read-only',
  '--tmpfs=/tmp',
  '--cap-drop=ALL',
  '--security-opt=no-new-privileges',
  '--network=none',
]

/** Names a new volume, which is removed with its containers after the file. */
function newVolume(purpose: string): string {
  const name = `heed-test-${process.pid}-${purpose}`
  afterFile(() => podman('volume', 'rm', '--force', name))
  return name
}

/** Starts a server and waits until its health check passes. @returns the name of its container */
async function startServer(volumes: Record<string, string>): Promise<string> {
  const id = (
    await podman('run', '--detach', ...hardening, ...mounts(volumes), '--env=WEB_PROCESSES=1', await image())
  ).trim()
  afterFile(() => podman('rm', '--force', id))
  await waitUntilHealthy(id)
  return id
}

const mounts = (volumes: Record<string, string>) =>
  Object.entries(volumes).map(([path, name]) => `--volume=${name}:${path}`)

/** Runs a command in a container of its own. @returns its standard output */
const runOnce = async (volumes: Record<string, string>, ...command: string[]) =>
  podman('run', '--rm', ...hardening, ...mounts(volumes), await image(), ...command)

/** @throws the output of the container if it has ended */
async function waitUntilHealthy(id: string): Promise<void> {
  for (;;) {
    const isHealthy = await podman('healthcheck', 'run', id).then(
      () => true,
      () => false,
    )
    if (isHealthy) return
    const state = await podman('inspect', '--format', '{{.State.Status}}', id)
    if (state.trim() !== 'running') throw new Error(await podman('logs', id))
    await sleep(200)
  }
}

/** Sends a request from inside of a container. @returns the status and the body */
async function request(id: string, key: string, path: string, body?: object): Promise<[status: number, body: string]> {
  const init = {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  }
  const script = `const response = await fetch('http://127.0.0.1:3000/api/v1${path}', ${JSON.stringify(init)})
    console.log(JSON.stringify([response.status, await response.text()]))`
  return JSON.parse(await podman('exec', id, 'node', '--input-type=module', '--eval', script))
}

const stop = async (id: string) => {
  await podman('stop', '--time', '30', id)
  return Number(await podman('inspect', '--format', '{{.State.ExitCode}}', id))
}

test('the image runs read-only, as an ordinary user without capabilities, and keeps its data', options, async () => {
  const volume = newVolume('data')
  const id = await startServer({ '/data': volume })
  const inServer = (...command: string[]) => podman('exec', id, ...command)
  const status = await inServer('cat', '/proc/1/status')
  assert.match(status, /^Uid:\t10001\t10001\t10001\t10001$/m)
  assert.match(status, /^CapBnd:\t0+$/m)
  assert.match(status, /^NoNewPrivs:\t1$/m)
  await assert.rejects(inServer('touch', '/app/file'), /Read-only file system/)

  await inServer('heed', 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')
  const created = await inServer('heed', 'key', 'create', '--workspace=acme', '--name=ci', '--scopes=all', '--json')
  const { key } = JSON.parse(created)
  const [createdStatus, text] = await request(id, key, '/feedback', { title: 'Export as CSV' })
  assert.equal(createdStatus, 201, text)
  assert.equal(await stop(id), 0)
  await assert.rejects(podman('healthcheck', 'run', id))

  const next = await startServer({ '/data': volume })
  const [listedStatus, listed] = await request(next, key, '/feedback')
  assert.equal(listedStatus, 200, listed)
  assert.deepEqual(
    JSON.parse(listed).data.map(({ title }: { title: string }) => title),
    ['Export as CSV'],
  )
  assert.equal(await stop(next), 0)
})

test('containers share a volume: the second server is refused, and commands use the first', options, async () => {
  const [data, backups, restored] = [newVolume('shared'), newVolume('backups'), newVolume('restored')]
  const id = await startServer({ '/data': data })
  await assert.rejects(runOnce({ '/data': data }), /in use by a process in another container/)
  await runOnce({ '/data': data }, 'heed', 'workspace', 'create', '--name', 'Acme', '--slug', 'acme')
  await runOnce({ '/data': data, '/backups': backups }, 'heed', 'backup', '--to', '/backups/monday')
  assert.equal(await stop(id), 0)

  const target = { '/data': restored, '/backups': backups }
  await runOnce(target, 'heed', 'restore', '/backups/monday', '--data-dir', '/data')
  assert.match(await runOnce({ '/data': restored }, 'heed', 'workspace', 'list'), /^acme\t/)
})

test('the image contains what Heed needs to run, and nothing else', options, async () => {
  const files = await runOnce({}, 'find', '/app', '-not', '-path', '/app/node_modules/*', '-type', 'f')
  const names = files.split('\n').map((path) => path.replace('/app/', ''))
  const folders = new Set(names.filter((name) => name.includes('/')).map((name) => name.split('/')[0]))
  assert.deepEqual([...folders].sort(), ['bin', 'i18n', 'migrations', 'server', 'web'])
  assert.deepEqual(
    names.filter((name) => /\.test\.ts$|^server\/test\/|^bin\/(?!heed$)|^web\/(?!build\/)/.test(name)),
    [],
  )
  await assert.rejects(runOnce({}, 'ls', '/app/node_modules/vite'), /No such file/)
  const bytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', await image()))
  // 424 MB with a Debian of 80 MB.
  assert.ok(bytes < 450e6, `${bytes} bytes`)
})

let created: Promise<Project> | undefined

/** Creates the project once. Each test continues where the one before ended, like an operator who follows the guide. */
async function project(): Promise<Project> {
  created ??= image().then(createProject)
  return created
}

const inHeed = async (...command: string[]) => (await project()).compose('exec', '-T', 'heed', 'heed', ...command)

const listStates = async () => {
  const lines = (await (await project()).compose('ps', '--format', '{{.Service}} {{.State}} {{.Health}}')).trim()
  return lines.split('\n').map((line) => line.trim())
}

const healthy = ['heed running healthy', 'postgres running healthy', 'valkey running healthy']
const withWorker = [...healthy, 'worker running healthy']

/** Starts or replaces containers as the guide says, and waits until they are healthy. Checks the states of all services. */
async function startServices(states = healthy): Promise<void> {
  const { compose } = await project()
  await compose('up', '--detach', '--wait')
  assert.deepEqual(await listStates(), states)
}

async function waitUntil(condition: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 180; attempt++) {
    if (await condition()) return
    await sleep(500)
  }
  assert.fail('It took more than 90 seconds.')
}

let key = ''

const titleOf = async (path: string) => {
  const [status, body] = await (await project()).request(key, 'GET', path)
  assert.equal(status, 200, body)
  return JSON.parse(body).data.title
}

test('compose.yaml does not start without its required settings', withDocker, async () => {
  const { writeSettings, compose } = await project()
  for (const name of Object.keys(requiredSettings)) {
    await writeSettings({ ...requiredSettings, [name]: '' })
    await assert.rejects(compose('up', '--detach'), new RegExp(`Set ${name} in \\.env`))
  }
})

test('compose.yaml starts Heed with PostgreSQL and Valkey, and a restart keeps the data', withDocker, async () => {
  const { compose, request, writeSettings } = await project()
  await writeSettings(requiredSettings)
  await startServices()
  const log = await compose('logs', 'heed')
  assert.match(log, /docker compose exec heed heed demo/)
  assert.doesNotMatch(log, /npx heed/)
  const doctor = await inHeed('doctor')
  assert.match(doctor, /^ok +database +PostgreSQL 18\./m)
  assert.match(doctor, /^ok +redis +Redis at valkey:6379 is reachable\.$/m)
  assert.match(doctor, /^0 problems/m)

  key = /heed_sk_\w+/.exec(await inHeed('demo'))![0]
  const [status, body] = await request(key, 'POST', '/feedback', { title: 'Export as CSV' })
  assert.equal(status, 201, body)
  const path = `/feedback/${JSON.parse(body).data.id}`
  assert.equal(await titleOf(path), 'Export as CSV')

  await compose('restart')
  await startServices()
  assert.equal(await titleOf(path), 'Export as CSV')
})

test('runs jobs in the worker with ROLE=web and the profile of the worker', withDocker, async () => {
  const { compose, countFailedChecks, request, writeSettings } = await project()
  await writeSettings({ ...requiredSettings, COMPOSE_PROFILES: 'worker', ROLE: 'web' })
  await startServices(withWorker)

  // Without the database, the heartbeat of the worker ends, and its health check fails.
  assert.equal(await countFailedChecks('worker'), 0)
  await compose('stop', 'heed', 'postgres')
  await waitUntil(async () => (await countFailedChecks('worker')) > 0)
  await startServices(withWorker)

  await compose('stop', 'worker')
  const [status, body] = await request(key, 'POST', '/changelog', { title: 'CSV export' })
  assert.equal(status, 201, body)
  const { id } = JSON.parse(body).data
  const [published, text] = await request(key, 'POST', `/changelog/${id}/publish`)
  assert.equal(published, 200, text)
  assert.doesNotMatch(await inHeed('changelog', 'status', id), /has been announced/)

  await startServices(withWorker)
  await waitUntil(async () => /has been announced\.\ndue 0, sent [1-9]/.test(await inHeed('changelog', 'status', id)))
})

test('down keeps the volumes, and a backup in them can be restored into an empty database', withDocker, async () => {
  const { compose, listVolumes, removeVolumes, request } = await project()
  await inHeed('backup', '--to', '/backups/monday')
  const [, before] = await request(key, 'GET', '/feedback?limit=100')
  await compose('down')
  assert.deepEqual(await listVolumes(), ['heed_heed-backups', 'heed_heed-data', 'heed_postgres-data'])

  await removeVolumes('heed_postgres-data', 'heed_heed-data')
  const restored = await compose('run', '--rm', '-T', 'heed', 'heed', 'restore', '/backups/monday')
  assert.match(restored, /^Restored the database at DATABASE_URL from \/backups\/monday/)
  await startServices(withWorker)
  const [status, after] = await request(key, 'GET', '/feedback?limit=100')
  assert.equal(status, 200, after)
  assert.deepEqual(JSON.parse(after).data, JSON.parse(before).data)
  await compose('down')
})
