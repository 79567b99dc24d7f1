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

const paths = await Array.fromAsync(glob('{server,web}/**/{messages/**/*,messages}.ts', { cwd: root }))
const modules = paths.filter((path) => !path.includes('build/') && !path.endsWith('.test.ts')).sort()

// Functions that a module exports beside its catalogs combine messages; their own tests cover them.
const readTexts = async (path: string) => [
  ...texts(Object.fromEntries(Object.entries(await import(`${root}${path}`)).filter(isCatalog)), path),
]

const isCatalog = ([, value]: [string, unknown]): boolean => typeof value === 'object'

suite('every message of a surface can be formatted: ', () => {
  assert.ok(modules.length >= 20, 'the message modules were found')
  for (const path of modules) {
    test(path, async () => {
      for (const [key, text] of await readTexts(path)) {
        assert.doesNotMatch(text, /[{}]|undefined|\[object/, `${key} has an argument that was not filled in: ${text}`)
      }
    })
  }
})

/** Other names that states have had, and where the same word means something else. */
const otherNames = [
  {
    state: 'To review',
    names: /\bpending\b|awaiting review|\b(review|moderation) queue\b|to moderate|\bmoderation:/i,
    // The states of deliveries, and synonyms that people may type into the command palette.
    exceptions: ['settings/webhooks.ts.', 'paletteMessages.keywords.'],
  },
  { state: 'To review', names: /wait(s|ing) for review/i, surface: 'web/console/' },
  {
    state: 'Completed',
    names: /^(done|shipped|finished|complete)$|\b(is|are|what’s|everything) (done|complete|finished)\b|have shipped/i,
    // The states of issue trackers, a step of the checklist, and what people asked for in an announcement.
    exceptions: ['settings/tracker.ts.', 'overview.ts.overviewMessages.setUp'],
  },
]

suite('a state has one name in every surface: ', () => {
  for (const path of modules) {
    test(path, async () => {
      for (const [key, text] of await readTexts(path)) {
        for (const { state, names, exceptions = [], surface = '' } of otherNames) {
          if (!path.startsWith(surface) || exceptions.some((exception) => key.includes(exception))) continue
          assert.doesNotMatch(text, names, `${key} calls “${state}” by another name: ${text}`)
        }
      }
    })
  }
})
