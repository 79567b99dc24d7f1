import assert from 'node:assert/strict'
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { hasReplaced, killMember, membersOf } from '../test/instance/members.ts'
import {
  newMigratedDataDir,
  type StartOptions,
  spawnServer,
  startInstance,
  waitFor,
} from '../test/instance/test-instance.ts'

// Node.js emits some errors of the operating system, such as ENOENT and EAGAIN, and throws others, such as ENOTDIR and
// ENOMEM.
const errorCodes = ['ENOENT', 'ENOTDIR'] as const

/** Prepares an instance with its own copy of Node.js. While the copy is missing, the instance cannot start processes. */
async function prepareWithOwnNode(code: (typeof errorCodes)[number]) {
  const dataDir = await newMigratedDataDir()
  const folder = join(dirname(dataDir), 'node')
  const node = join(folder, 'node')
  const putExecutable = async () => {
    await mkdir(`${folder}.new`)
    await copyFile(process.execPath, join(`${folder}.new`, 'node'))
    await rm(folder, { force: true })
    await rename(`${folder}.new`, folder)
  }
  const removeExecutable = async () => {
    await rm(folder, { recursive: true })
    if (code === 'ENOTDIR') await writeFile(folder, '')
  }
  await putExecutable()
  const options: StartOptions = { dataDir, env: { WEB_PROCESSES: '2' }, node }
  return { options, putExecutable, removeExecutable }
}

/** Starts an instance, removes its copy of Node.js, and kills a process, which then cannot be replaced. */
async function startWithLostProcess(code: (typeof errorCodes)[number]) {
  const { options, putExecutable, removeExecutable } = await prepareWithOwnNode(code)
  const instance = await startInstance(options)
  await removeExecutable()
  const lost = await killMember(instance, 'web-1')
  const failure = new RegExp(`"process":"web-1","err":.*${code}.*could not be started; trying again`, 'g')
  await waitFor(() => [...instance.stdout().matchAll(failure)].length >= 2, instance)
  return { instance, putExecutable, lost }
}

for (const code of errorCodes) {
  test(`replaces a process once processes can be started again after ${code}`, async () => {
    const { instance, putExecutable, lost } = await startWithLostProcess(code)
    assert.equal((await fetch(`${instance.origin}/readyz`)).status, 200)
    await putExecutable()
    await waitFor(() => hasReplaced(instance, 'web-1', lost), instance)
    assert.deepEqual([...(await membersOf(instance.pid)).keys()].toSorted(), ['web-1', 'web-2', 'worker'])
    assert.equal((await instance.stop()).status, 0)
  })

  test(`exits with an error if the first start of a process fails with ${code}`, async () => {
    const { options, removeExecutable } = await prepareWithOwnNode(code)
    const server = spawnServer(options)
    await removeExecutable()
    assert.equal((await server.ended).status, 1)
    assert.match(server.stderr(), new RegExp(`^The process web-1 could not be started: spawn .*${code}\\. Check `, 'm'))
    assert.doesNotMatch(server.stdout(), /trying again/)
  })
}

test('stops while a process cannot be started', async () => {
  const { instance } = await startWithLostProcess('ENOENT')
  assert.equal((await instance.stop()).status, 0)
})
