import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryFailedFiles } from './retry.ts'
import type { FileResult } from './shards.ts'

const passing = (name: string): FileResult => ({ name, seconds: 1, passed: 2, failed: 0, failures: '' })
const failing = (name: string): FileResult => ({ name, seconds: 1, passed: 1, failed: 1, failures: `✖ ${name}` })

test('runs only failed files again, and names those that then pass as flaky', async () => {
  const ran: string[] = []
  const first = [passing('a.test.ts'), failing('b.test.ts'), failing('c.test.ts')]
  const { results, flaky } = await retryFailedFiles(first, async (name) => {
    ran.push(name)
    return [name === 'b.test.ts' ? passing(name) : failing(name)]
  })
  assert.deepEqual(ran, ['b.test.ts', 'c.test.ts'])
  assert.deepEqual(results, [passing('a.test.ts'), passing('b.test.ts'), failing('c.test.ts')])
  assert.deepEqual(flaky, [failing('b.test.ts')])
})

test('fails if the process of the second run does not exit', async () => {
  const stuck = failing('a shard')
  const { results, flaky } = await retryFailedFiles([failing('a.test.ts')], async (name) => [passing(name), stuck])
  assert.deepEqual([results, flaky], [[passing('a.test.ts'), stuck], []])
})

test('runs nothing again if more than three files failed, or a process did not exit', async () => {
  const run = async () => assert.fail('ran a file again')
  const four = ['a', 'b', 'c', 'd'].map((name) => failing(`${name}.test.ts`))
  for (const first of [four, [failing('a.test.ts'), failing('a shard')]]) {
    assert.deepEqual(await retryFailedFiles(first, run), { results: first, flaky: [] })
  }
})
