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
  const source = `import { defineMessages } from '#i18n/messages.ts'
export const messages = defineMessages(${JSON.stringify(catalog)})`
  const script = `data:text/javascript,${encodeURIComponent(await compileModule(source))}`
  const compiled: { messages: typeof messages } = await import(script)
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

test('compiles the messages of the widget and of the portal without the ICU parser', async () => {
  for (const path of ['widget/messages.ts', 'portal/messages.ts']) {
    const compiled = await compileModule(await readFile(new URL(path, import.meta.url), 'utf8'))
    assert.doesNotMatch(compiled, /import|plural,|messageformat/i)
  }
})
