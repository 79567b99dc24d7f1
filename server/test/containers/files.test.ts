import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { DCLinter } from 'dclint'
import { validate } from 'dockerfile-utils'
import { parse } from 'yaml'
import { readSettings } from '../../platform/settings.ts'

interface Service {
  image: string
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  tmpfs?: string[]
  volumes?: string[]
  ports?: string[]
  profiles?: string[]
  command?: string[]
  environment?: Record<string, string | number>
  healthcheck?: { test?: string[] }
  depends_on?: Record<string, { condition: string }>
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const dockerfile = await readFile(join(root, 'Dockerfile'), 'utf8')
const composeText = await readFile(join(root, 'compose.yaml'), 'utf8')
const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(composeText, {
  merge: true,
})
const services = Object.entries(compose.services)
const { heed, worker, postgres } = compose.services as { heed: Service; worker: Service; postgres: Service }

/** Fills the variables of `.env` in, as Compose does. */
const settings = {
  POSTGRES_PASSWORD: 'secret',
  PUBLIC_URL: 'https://feedback.example.com',
  SECRET_KEY: randomBytes(32).toString('hex'),
}
const filledIn = (value: string | number): string =>
  String(value).replaceAll(/\$\{(\w+)[^}]*\}/g, (_, name: keyof typeof settings) => settings[name])

test('the Dockerfile has no errors', () => {
  assert.deepEqual(validate(dockerfile), [])
  const [mistake] = validate('FROM debian:13-slim\nEXPOZE 3000\n')
  assert.match(String(mistake!.message), /EXPOZE/)
})

test('the image runs as a user of its own, starts Heed without a shell, and reports its health', () => {
  const [, final = ''] = dockerfile.split(/\nFROM \$\{BASE_IMAGE\}\n/)
  assert.match(final, /^USER heed$/m)
  assert.match(final, /^CMD \["node", "server\/main\.ts"\]$/m)
  assert.match(final, /^STOPSIGNAL SIGTERM$/m)
  const [, command = ''] = /^HEALTHCHECK [^\\]+\\\n {2}CMD (.+)$/m.exec(final)!
  assert.match(JSON.parse(command).join(' '), /^node --eval .*\/readyz/)
})

test('the environment of the image is one that Heed accepts', () => {
  const pairs = dockerfile.matchAll(/\b([A-Z_]+)=(\S+)/g)
  const read = readSettings(Object.fromEntries(Array.from(pairs, ([, name, value]) => [name!, value!])))
  assert.deepEqual([read.host, read.port, read.dataDir], ['0.0.0.0', 3000, '/data'])
  assert.match(dockerfile, new RegExp(`^EXPOSE ${read.port}$`, 'm'))
})

/** Lists what breaks the specification of Compose files. Warnings are about the order of keys. */
const findErrors = (path: string): string[] => {
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
  const results: { messages: { type: string; message: string }[] }[] = linter.lintFiles([path], false)
  const messages = results.flatMap((result) => result.messages)
  return messages.filter(({ type }) => type === 'error').map(({ message }) => message)
}

test('the Compose file follows its specification', async () => {
  assert.deepEqual(findErrors(join(root, 'compose.yaml')), [])
  const folder = await mkdtemp(join(tmpdir(), 'heed-compose-'))
  try {
    const path = join(folder, 'compose.yaml')
    await writeFile(path, composeText.replace('read_only:', 'readonly:'))
    assert.match(findErrors(path).join(), /must NOT have additional properties/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('every service restarts by itself and writes only to volumes and memory', () => {
  for (const [name, { restart, read_only: isReadOnly, tmpfs }] of services) {
    assert.deepEqual([name, restart, isReadOnly, (tmpfs ?? []).length > 0], [name, 'unless-stopped', true, true])
  }
  for (const [name, { security_opt: options }] of services) {
    assert.deepEqual([name, options], [name, ['no-new-privileges:true']])
  }
  for (const { cap_drop: dropped } of [heed, worker]) assert.deepEqual(dropped, ['ALL'])
  const used = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
  assert.deepEqual([...new Set(used)].sort(), Object.keys(compose.volumes).sort())
})

test('Heed waits for healthy services, the worker is optional, and all services have a health check', () => {
  const checks = services.map(([name, { healthcheck: check }]) => [name, check?.test?.[0]])
  // Without one of its own, a service has the health check of its image, which Heed’s Dockerfile defines.
  assert.deepEqual(Object.fromEntries(checks), { heed: undefined, worker: 'CMD-SHELL', postgres: 'CMD', valkey: 'CMD' })
  assert.deepEqual(heed.depends_on, {
    postgres: { condition: 'service_healthy' },
    valkey: { condition: 'service_healthy' },
  })
  assert.deepEqual(
    services.filter(([, { profiles }]) => profiles).map(([name]) => name),
    ['worker'],
  )
  assert.deepEqual(worker.profiles, ['worker'])
})

test('no password or key has a default, and only Heed is reachable, from this machine', () => {
  const variables = Array.from(composeText.matchAll(/\$\{(\w+)(:[-?])/g), ([, name, kind]) => `${name}${kind}`)
  assert.deepEqual([...new Set(variables)].sort(), [
    'HEED_COMMAND:-',
    'HEED_PORT:-',
    'POSTGRES_PASSWORD:?',
    'PUBLIC_URL:?',
    'SECRET_KEY:?',
  ])
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]))
  assert.deepEqual(
    published.map(([name, port]) => [name, port!.split(':')[0]]),
    [['heed', '127.0.0.1']],
  )
})

test('Heed accepts its environment, and reaches the other services by their names', () => {
  const environment = Object.entries(heed.environment!).map(([name, value]) => [name, filledIn(value)])
  const { databaseUrl, redisUrl, host, port, dataDir } = readSettings(Object.fromEntries(environment))
  assert.deepEqual([host, port, dataDir], ['0.0.0.0', 3000, '/data'])
  const { POSTGRES_USER: user, POSTGRES_DB: name, POSTGRES_PASSWORD: password } = postgres.environment!
  assert.equal(databaseUrl, `postgres://${user}:${filledIn(password!)}@postgres:5432/${name}`)
  assert.equal(redisUrl, 'redis://valkey:6379')
  assert.deepEqual(worker.environment, heed.environment)
})
