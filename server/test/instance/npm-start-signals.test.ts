import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { kill, newMigratedDataDir, processesUnder } from './test-instance.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('stops the server cleanly on a SIGTERM to npm start, as a supervisor sends it', async () => {
  const dataDir = await newMigratedDataDir()
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', DATABASE_URL: '', REDIS_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  after(() => npm.kill('SIGKILL'))
  let output = ''
  npm.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  let messages = ''
  for await (const text of npm.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    messages += text
    if (messages.includes('Heed is running at')) break
  }
  npm.stderr.resume()
  const { pid } = JSON.parse(await readFile(join(dataDir, 'heed.lock'), 'utf8'))
  after(() => kill(pid, 'SIGKILL'))
  assert.ok((await processesUnder(dataDir)).length > 0)

  const closed = once(npm, 'close')
  npm.kill('SIGTERM')
  await closed
  // The time limit of the test file bounds this wait, should the server be left running.
  while (isAlive(pid)) await sleep(5)
  assert.ok(output.includes('"msg":"stopped"'), output)
  assert.deepEqual(await processesUnder(dataDir), [])
  assert.ok(!(await readdir(dataDir)).includes('heed.lock'))
})
