import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { sessionPurposes } from './sessions.ts'

const readText = (path: string): Promise<string> => readFile(new URL(`../../../../${path}`, import.meta.url), 'utf8')
const guide = await readText('docs/operations/pooler.md')

test('the guide lists what needs a session, with the reasons', () => {
  const [, table = ''] = guide.split('| purpose | why |\n|---|---|\n')
  const rows = table
    .split('\n\n', 1)[0]!
    .split('\n')
    .map((row) => row.slice(2, -2).split(' | '))
  assert.deepEqual(Object.fromEntries(rows), sessionPurposes)
})

test('the guide shows the configuration that the tests run with', async () => {
  const shown = /```ini\n(.*?)```/s.exec(guide)?.[1]
  assert.equal(shown, await readText('deploy/pgbouncer/pgbouncer.ini'))
})
