import assert from 'node:assert/strict'
import { glob } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** Answers every argument of a message; a plural takes `other`, and so does a select. */
const anyArguments = new Proxy({}, { has: () => true, get: (_, name) => (typeof name === 'string' ? 2 : undefined) })

/** Formats every message of a catalog. @returns `[key, text]` for each of them. */
function* texts(value: unknown, key: string): Generator<[string, string]> {
  if (typeof value === 'string') yield [key, value]
  else if (typeof value === 'function') yield [key, value(anyArguments)]
  else for (const [name, member] of Object.entries(value as object)) yield* texts(member, `${key}.${name}`)
}

suite('every message of a surface can be formatted: ', async () => {
  const paths = await Array.fromAsync(glob('{server,web}/**/{messages/**/*,messages}.ts', { cwd: root }))
  const modules = paths.filter((path) => !path.includes('build/') && !path.endsWith('.test.ts')).sort()
  assert.ok(modules.length >= 20, 'the message modules were found')
  for (const path of modules) {
    test(path, async () => {
      // Functions that a module exports beside its catalogs combine messages; their own tests cover them.
      const catalogs = Object.entries(await import(`${root}${path}`)).filter(([, value]) => typeof value === 'object')
      const found = [...texts(Object.fromEntries(catalogs), path)]
      for (const [key, text] of found) {
        assert.doesNotMatch(text, /[{}]|undefined|\[object/, `${key} has an argument that was not filled in: ${text}`)
      }
    })
  }
})
