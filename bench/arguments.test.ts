import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseBenchArguments } from './arguments.ts'

/** Starts a script with arguments that it must refuse, and returns how it ended. */
function refuse(script: string, ...args: string[]) {
  const path = fileURLToPath(new URL(script, import.meta.url))
  // A script that does not refuse them would measure for minutes.
  const { status, stdout, stderr } = spawnSync(process.execPath, [path, ...args], { encoding: 'utf8', timeout: 30_000 })
  return { status, stdout, lines: stderr.trimEnd().split('\n') }
}

const choices = [
  'Choose one: npm run bench -- short | api | large [requests] | search | portal | space | console-open | installation | webhooks [events] | import [share] | export [share] | growth [shares]',
  'Without a choice, it measures the whole table.',
]

test('reads what to measure, and the numbers', () => {
  assert.deepEqual(parseBenchArguments([]), { name: 'full', numbers: [] })
  assert.deepEqual(parseBenchArguments(['api']), { name: 'api', numbers: [] })
  assert.deepEqual(parseBenchArguments(['large', '20000']), { name: 'large', numbers: [20_000] })
  assert.deepEqual(parseBenchArguments(['growth', '0.01', '1']), { name: 'growth', numbers: [0.01, 1] })
})

for (const [args, problem] of [
  [['serach'], 'There is no benchmark “serach”.'],
  [['constructor'], 'There is no benchmark “constructor”.'],
  [['20000'], 'There is no benchmark “20000”.'],
  [['short', 'api'], '“short” takes no further arguments, not “api”.'],
  [['large', '1e5x'], '[requests] must be a whole number greater than 0, not “1e5x”.'],
  [['webhooks', '0.5'], '[events] must be a whole number greater than 0, not “0.5”.'],
  [['import', '2'], '[share] must be a number greater than 0 and at most 1, not “2”.'],
  [['export', '0.1', '0.2'], '“export” takes only [share], not “0.1 0.2”.'],
  [['growth', '0.01', ''], '[shares] must be a number greater than 0 and at most 1, not “”.'],
] as const) {
  test(`lists the choices for: npm run bench -- ${args.join(' ')}`, () => {
    assert.throws(() => parseBenchArguments(args), { message: [problem, ...choices].join('\n') })
  })
}

test('the benchmark refuses an unknown word before it starts anything', () => {
  const expected = { status: 1, stdout: '', lines: ['There is no benchmark “serach”.', ...choices] }
  assert.deepEqual(refuse('run.ts', 'serach'), expected)
})

test('the soak refuses invalid numbers, further words and unknown options', () => {
  const usage = 'Usage: npm run soak -- [minutes] [requests per second] [--save] [--out=folder]'
  for (const [args, invalid] of [
    [['abc'], 'abc'],
    [['10', '0'], '0'],
    [['10', '80', 'more'], 'more'],
  ] as const) {
    const problem = `Invalid argument “${invalid}”. Minutes and requests per second must be numbers greater than 0.`
    assert.deepEqual(refuse('soak/run.ts', ...args), { status: 1, stdout: '', lines: [problem, usage] })
  }
  const { status, stdout, lines } = refuse('soak/run.ts', '--sav')
  assert.deepEqual({ status, stdout, usage: lines.at(-1) }, { status: 1, stdout: '', usage })
  assert.match(lines[0]!, /^Unknown option '--sav'/)
  assert.equal(lines.length, 2)
})

test('the profile refuses unknown loads and invalid seconds', () => {
  const usage = 'npm run profile -- list|get|create|search|portal|publish [seconds]'
  for (const [args, line] of [
    [[], `Choose a load: ${usage}`],
    [['constructor'], `Choose a load: ${usage}`],
    [['list', 'abc'], `The seconds must be a number greater than 0, not “abc”: ${usage}`],
    [['list', '5', 'more'], `“more” is not expected here: ${usage}`],
  ] as const) {
    assert.deepEqual(refuse('profile/run.ts', ...args), { status: 1, stdout: '', lines: [line] })
  }
})
