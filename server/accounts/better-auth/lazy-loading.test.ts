import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

test('does not load better-auth when the server starts', async () => {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context) } })
    await import(${JSON.stringify(new URL('../../app.ts', import.meta.url))})
    await import(${JSON.stringify(new URL('../../worker.ts', import.meta.url))})
    console.log(loaded.filter((url) => /node_modules\\/@?better-auth/.test(url)).length, loaded.length > 100)`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  assert.equal(stdout, '0 true\n')
})
