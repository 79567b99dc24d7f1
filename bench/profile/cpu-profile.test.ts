import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listFunctionTimes } from './cpu-profile.ts'

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber })

test('adds up the self time of each function, longest first, without idle time', () => {
  const profile = {
    nodes: [
      { id: 1, callFrame: frame('(idle)') },
      { id: 2, callFrame: frame('list', 'file:///srv/heed/server/feedback/list.ts', 41) },
      { id: 3, callFrame: frame('', 'file:///srv/heed/node_modules/@scope/pg/lib/query.js', 9) },
      { id: 4, callFrame: frame('list', 'file:///srv/heed/server/feedback/list.ts', 41) },
      { id: 5, callFrame: frame('(garbage collector)') },
    ],
    samples: [1, 2, 3, 4, 5, 2],
    timeDeltas: [900, 100, 350, 50, 20, 150],
  }
  assert.deepEqual(listFunctionTimes(JSON.stringify(profile)), [
    { name: '(anonymous) @scope/pg/query.js:10', micros: 350 },
    { name: 'list list.ts:42', micros: 300 },
    { name: '(garbage collector)', micros: 20 },
  ])
})
