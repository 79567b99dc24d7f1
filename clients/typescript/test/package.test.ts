import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { createTestApp } from '../../../server/test/test-app.ts'
import { generateSecret, signDelivery } from '../../../server/webhooks/secret.ts'
import { findRuntimes, runWorker } from './runtimes.ts'

// Packs the client, installs the package into an empty project, and uses it there.

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const source = join(root, 'clients', 'typescript')

const project = await mkdtemp(join(tmpdir(), 'heed-client-project-'))
after(() => rm(project, { recursive: true }))
const installed = join(project, 'node_modules', '@heed', 'client')

const npm = (cwd: string, ...args: string[]) => {
  const path = process.env.npm_execpath
  const [file, first] = path ? [process.execPath, [path]] : ['npm', []]
  return run(file, [...first, ...args], { cwd })
}

await writeFile(join(project, 'package.json'), '{"name":"empty","version":"1.0.0","type":"module"}')
await npm(source, 'pack', '--silent', '--pack-destination', project)
const tarball = (await readdir(project)).find((name) => name.endsWith('.tgz'))!
await npm(project, 'install', `./${tarball}`, '--offline', '--no-audit', '--no-fund')

const app = await createTestApp()

const environmentOf = (token: string) => ({ PATH: process.env.PATH, HEED_URL: app.origin, HEED_TOKEN: token })

/** Returns the blocks of a language in a document. */
const blocksOf = (document: string, language: string): string[] =>
  [...document.matchAll(/^```(\w*)\n(.*?)^```$/gms)].filter(([, each]) => each === language).map(([, , code]) => code!)

const guide = await readFile(join(root, 'docs', 'api', 'client.md'), 'utf8')
const parts = blocksOf(guide, 'ts')
const receiver = parts.pop()!
const readme = await readFile(join(installed, 'README.md'), 'utf8')
const [example] = blocksOf(readme, 'ts')
const [output] = blocksOf(readme, '')

test('contains the scripts, their types, the license and the README, and needs no other package', async () => {
  const names = (await readdir(installed)).sort()
  assert.deepEqual(names, ['LICENSE', 'README.md', 'dist', 'package.json'])
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))
  assert.deepEqual([manifest.dependencies, manifest.peerDependencies], [undefined, undefined])
  assert.deepEqual([manifest.license, manifest.sideEffects, manifest.type], ['MIT', false, 'module'])
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  assert.equal(manifest.version, version)
  assert.deepEqual(await readdir(join(project, 'node_modules', '@heed')), ['client'])
  for (const name of await readdir(join(installed, 'dist'), { recursive: true })) {
    if (!/\.(js|ts)$/.test(name)) continue
    const imports = (await readFile(join(installed, 'dist', name), 'utf8')).matchAll(/(?:from|import) '([^']*)'/g)
    for (const [, path] of imports) assert.match(path!, /^\.{1,2}\/[\w/-]+\.js$/, name)
  }
})

test('type-checks the examples of the README and the guide with both compilers of this repository', async () => {
  const programs = { 'example.ts': example!, 'guide.ts': parts.join('\n'), 'receiver.ts': receiver }
  for (const [name, code] of Object.entries(programs)) await writeFile(join(project, name), code)
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    target: 'es2022',
    module: 'nodenext',
    typeRoots: [join(root, 'node_modules', '@types')],
    types: ['node'],
    // Does not skip the declarations of the package.
    skipLibCheck: false,
    noEmit: true,
  }
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: Object.keys(programs) }))
  for (const name of ['typescript', 'typescript-native']) {
    const tsc = join(root, 'node_modules', name, 'bin', 'tsc')
    const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((error) => error)
    assert.equal(stdout, '', name)
  }
})

test('runs the example of the README, and prints what the README says', async () => {
  await writeFile(join(project, 'example.mjs'), example!)
  const acme = await app.workspace()
  const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: project, env: environmentOf(acme.key) })
  assert.equal(stdout, output)
})

test('runs the guide as a whole', async () => {
  await writeFile(join(project, 'guide.mjs'), parts.join('\n'))
  const acme = await app.workspace()
  const { stdout } = await run(process.execPath, ['guide.mjs'], { cwd: project, env: environmentOf(acme.key) })
  for (const line of [/ Export as CSV 1$/m, /^Export as CSV completed$/m, /^validation_error 400 /m, /^Acme$/m]) {
    assert.match(stdout, line)
  }
})

test('runs the receiver of the guide, which accepts signed requests and rejects all others', async () => {
  await writeFile(join(project, 'receiver.mjs'), receiver)
  const port = await freePort()
  const secret = generateSecret()
  const env = { PATH: process.env.PATH, PORT: String(port), HEED_WEBHOOK_SECRET: secret }
  const child = spawn(process.execPath, ['receiver.mjs'], { cwd: project, env, stdio: 'ignore' })
  after(() => child.kill())
  const send = (headers: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: webhookBody }).then(({ status }) => status)
  const signed = signedHeaders(secret)
  let status: number | null = null
  while (status === null && child.exitCode === null) status = await send(signed).catch(() => null)
  assert.equal(status, 204)
  assert.equal(await send({ ...signed, 'webhook-id': 'other' }), 400)
})

const webhookBody = '{"type":"webhook.test","timestamp":"2026-11-24T10:00:00.000Z","data":{}}'

function signedHeaders(secret: string) {
  const timestamp = Math.floor(Date.now() / 1_000)
  const signature = signDelivery([secret], { id: 'evt-1', timestamp, body: webhookBody })
  return { 'webhook-id': 'evt-1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** Bundles the package as one script. */
async function bundle(format: 'es' | 'iife'): Promise<string> {
  const outDir = join(project, `bundle-${format}`)
  await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir,
      target: 'es2022',
      minify: true,
      lib: {
        entry: join(installed, 'dist', 'index.js'),
        name: 'heedClient',
        formats: [format],
        fileName: () => 'heed.js',
      },
    },
  })
  return readFile(join(outDir, 'heed.js'), 'utf8')
}

test('is smaller than 15 KB, minified and compressed', async () => {
  const { length } = gzipSync(await bundle('iife'), { level: 9 })
  assert.ok(length < 15_000, `${length} bytes`)
})

const expected = {
  isRetriedWithSameKey: true,
  isCreated: true,
  titles: ['Three', 'Two', 'One'],
  page: [2, true],
  error: [true, 'not_found', 404, 'string'],
  event: 'webhook.test',
  forged: 'WebhookVerificationError',
  late: 'AbortError',
}

/** Returns the input of `portable.mjs`, with a workspace of its own. */
async function createInput() {
  const secret = generateSecret()
  const { key: token } = await app.workspace()
  return { baseUrl: app.origin, token, webhook: { body: webhookBody, headers: signedHeaders(secret), secret } }
}

test('works with only the globals of the web platform', async () => {
  const { useClient } = await import(new URL('portable.mjs', import.meta.url).href)
  const web = {
    fetch,
    AbortController,
    AbortSignal,
    URL,
    Headers,
    Response,
    TextEncoder,
    TextDecoder,
    crypto,
    atob,
    setTimeout,
    clearTimeout,
  }
  const context = createContext({ ...web, Error, TypeError, Uint8Array, ArrayBuffer })
  const client = runInContext(`${await bundle('iife')}; heedClient`, context)
  assert.deepEqual({ ...(await useClient(client, await createInput())) }, expected)
})

for (const { name, file, args } of findRuntimes()) {
  test(`works on ${name}`, async () => {
    await cp(join(source, 'test', 'portable.mjs'), join(project, 'portable.mjs'))
    const program = `import * as client from '@heed/client'
      import { useClient } from './portable.mjs'
      console.log(JSON.stringify(await useClient(client, ${JSON.stringify(await createInput())})))`
    await writeFile(join(project, 'program.mjs'), program)
    const { stdout } = await run(file, [...args, 'program.mjs'], {
      cwd: project,
      env: { PATH: process.env.PATH, HOME: project, NO_COLOR: '1', DENO_NO_UPDATE_CHECK: '1' },
    })
    assert.deepEqual(JSON.parse(stdout), expected)
  })
}

const workerd = findRuntimes('workerd')[0]
if (workerd) {
  test('works in a worker (workerd)', async () => {
    const folder = join(project, 'worker')
    await bundle('es')
    await cp(join(project, 'bundle-es'), folder, { recursive: true })
    await cp(join(source, 'test', 'portable.mjs'), join(folder, 'portable.js'))
    assert.deepEqual(await runWorker(workerd.file, folder, await freePort(), await createInput()), expected)
  })
}
