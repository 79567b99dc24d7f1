import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { defineMessages } from '../i18n/messages.ts'
import { compileModule } from './compile-messages.ts'

const catalog = {
  plain: 'It’s “plain” \\ text',
  votes: '{title}: {count, plural, =0 {no votes} one {# vote} other {# votes}}',
  nested: '{kind, select, team {{count, plural, one {# member} other {# members}}} other {{name}}}',
  total: '{count, number}',
  group: { inner: 'Hello {name}' },
} as const

test('compiled messages read the same as defineMessages', async () => {
  const messages = defineMessages(catalog)
  const compiled = await load<typeof messages>(JSON.stringify(catalog))
  assert.equal(compiled.messages.plain, messages.plain)
  for (const count of [0, 1, 2, 1204]) {
    const values = { count, title: '<b>{it}</b>', name: 'Ada' }
    assert.equal(compiled.messages.votes(values), messages.votes(values))
    assert.equal(compiled.messages.total(values), messages.total(values))
    assert.equal(compiled.messages.group.inner(values), messages.group.inner(values))
    for (const kind of ['team', 'customer'])
      assert.equal(compiled.messages.nested({ ...values, kind }), messages.nested({ ...values, kind }))
  }
})

/** Compiles a catalog given as source. */
async function load<T>(source: string): Promise<{ messages: T }> {
  const module = `import { defineMessages, type Messages } from '#i18n/messages.ts'
export const before = '“’'
const shared = { f: 'x' }
export const messages = defineMessages(${source})`
  const runtime = new URL('../i18n/compiled-messages.ts', import.meta.url)
  const code = compileModule(module).replace('#i18n/compiled-messages.ts', runtime.href)
  return import(`data:text/javascript,${encodeURIComponent(code)}`)
}

test('reads literals of every form, and rejects what it cannot compile', async () => {
  const { messages } = await load<Record<string, string>>(
    "{ a: 'it’s ' + `“one”`, 'b-c': \"d\", e: before, ...shared } ",
  )
  assert.deepEqual(messages, { a: 'it’s “one”', 'b-c': 'd', e: '“’', f: 'x' })
  for (const source of [
    '{ a: b() }',
    '{ ...a() }',
    '{ [a]: "b" }',
    '{ a: "{n, number, percent}" }',
    '{ a: "{at, date}" }',
  ]) {
    await assert.rejects(load(source), Error, source)
  }
  await assert.rejects(load('{ a: "{n, selectordinal, one {#st} other {#th}}" }'), /not supported/)
})

test('compiles the messages of the widget and of the portal without the ICU parser', async () => {
  for (const path of ['widget/messages.ts', 'portal/messages.ts']) {
    const compiled = compileModule(await readFile(new URL(path, import.meta.url), 'utf8'))
    assert.doesNotMatch(compiled, /i18n\/messages\.ts|, plural, (one|=0)|messageformat/)
  }
})
