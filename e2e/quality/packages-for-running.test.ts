import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { newMigratedDataDir, runHeed, startInstance } from '../../server/test/instance/test-instance.ts'

const root = join(import.meta.dirname, '../..')

// Fails every import of a package that `npm ci --omit=dev` does not install, with the message that Node.js has for it.
const withoutDevelopmentPackages = `--import=data:text/javascript,${encodeURIComponent(`
  import { readFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  const { packages } = JSON.parse(readFileSync(${JSON.stringify(join(root, 'package-lock.json'))}, 'utf8'))
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const resolved = nextResolve(specifier, context)
      const [, path] = /\\/(node_modules\\/(?:.*\\/node_modules\\/)?(?:@[^/]+\\/)?[^/]+)/.exec(resolved.url) ?? []
      if (packages[path]?.dev) throw new Error('Cannot find package ' + specifier + ', which is for development')
      return resolved
    },
  })`)}`

const env = { NODE_OPTIONS: withoutDevelopmentPackages }

test('fails an import of a package that is only for development', async () => {
  const importing = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', "import 'vite'"], {
    cwd: root,
    env: { ...process.env, ...env },
  })
  await assert.rejects(importing, /Cannot find package vite, which is for development/)
})

test('serves console, portal, images, widget and API reference without the packages for development', async () => {
  const dataDir = await newMigratedDataDir()
  const created = await runHeed({ dataDir, env }, 'workspace', 'create', '--name', 'Acme', '--slug', 'acme', '--json')
  assert.equal(created.status, 0, created.stderr)
  const { origin, stderr } = await startInstance({ dataDir, env })
  const [, setupPath] = /Set up Heed: http:\/\/[^/]+(\S+)/.exec(stderr())!
  for (const [path, type] of [
    [setupPath!, 'text/html'],
    ['/console/sign-in', 'text/html'],
    ['/p/acme', 'text/html'],
    ['/p/acme/og.png', 'image/png'],
    ['/p/-/widget.js', 'text/javascript'],
    ['/docs/', 'text/html'],
    ['/docs/js/scalar.js', 'application/javascript'],
  ] as const) {
    const { status, headers } = await fetch(`${origin}${path}`)
    assert.deepEqual([path, status, headers.get('content-type')?.split(';')[0]], [path, 200, type], stderr())
  }
})

test('loads every part of the pages without the packages for development', async () => {
  const folder = join(root, 'web/build/server')
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'))
  assert.ok(names.length > 1)
  const imports = names.map((name) => `await import(${JSON.stringify(pathToFileURL(join(folder, name)).href)})`)
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', imports.join('\n')], {
    cwd: root,
    env: { ...process.env, ...env },
  })
})

test('loads all commands without the packages for development', async () => {
  const { status, stdout, stderr } = await runHeed({ dataDir: await newMigratedDataDir(), env }, '--help')
  assert.deepEqual([status, stderr], [0, ''])
  for (const command of ['workspace', 'key', 'tracker', 'demo', 'doctor'])
    assert.match(stdout, new RegExp(`^  ${command}`, 'm'))
})
