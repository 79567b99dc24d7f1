import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Client } from 'undici'
import { connectTo, until } from '../test/instance/members.ts'
import { newMigratedDataDir, type StartOptions, startInstance } from '../test/instance/test-instance.ts'
import { createWorkspaceWithKey } from '../test/support/run-command.ts'

// The limits on signing in to a portal are counted for all processes together.

const start: StartOptions = { dataDir: await newMigratedDataDir(), env: { WEB_PROCESSES: '3' } }
const instance = await startInstance(start)
await createWorkspaceWithKey(start, 'acme')
const [one, two, three] = [
  await connectTo(instance, 'web-1'),
  await connectTo(instance, 'web-2'),
  await connectTo(instance, 'web-3'),
]

interface Answer {
  status: number
  /** The cookies that it sets. */
  cookie: string
}

async function submit(client: Client, path: string, form: Record<string, string>, cookie = ''): Promise<Answer> {
  const { statusCode, headers, body } = await client.request({
    method: 'POST',
    path: `/p/acme${path}`,
    headers: { origin: instance.origin, 'content-type': 'application/x-www-form-urlencoded', cookie },
    body: new URLSearchParams(form).toString(),
  })
  await body.dump()
  const cookies = [headers['set-cookie'] ?? []].flat().map((each) => each.split(';', 1)[0])
  return { status: statusCode, cookie: cookies.join('; ') }
}

const requestCode = (client: Client, email: string) => submit(client, '/sign-in', { email })

/** Requests codes on every process at the same time. @returns the statuses */
async function requestCodes(email: string, countForEach: number): Promise<number[]> {
  const clients = [one, two, three].flatMap((client) => Array.from({ length: countForEach }, () => client))
  return (await Promise.all(clients.map((client) => requestCode(client, email)))).map(({ status }) => status)
}

/** Waits for the message to an address, and returns the code in it. */
async function receiveCode(email: string): Promise<string> {
  const outbox = join(start.dataDir, 'outbox')
  let code: string | undefined
  await until(async () => {
    for (const name of await readdir(outbox).catch(() => [])) {
      const message = await readFile(join(outbox, name), 'utf8')
      if (message.includes(`To: ${email}`)) code = /\b\d{6}\b/.exec(message.replace(/^[\s\S]*?\r?\n\r?\n/, ''))?.[0]
    }
    return code !== undefined
  })
  return code!
}

const counted = (statuses: number[]) => statuses.filter((status) => status === 200).length
const limited = (statuses: number[]) => statuses.filter((status) => status === 429).length

test('limits code emails to five per address and network across all processes', async () => {
  const statuses = await requestCodes('ada@example.com', 4)
  assert.deepEqual([counted(statuses), limited(statuses)], [5, 7])
})

test('no longer counts a code email whose code has signed someone in on another process', async () => {
  const email = 'grace@example.com'
  const { status, cookie } = await requestCode(one, email)
  assert.equal(status, 200)
  const form = { email, code: await receiveCode(email) }
  assert.equal(counted(await requestCodes(email, 1)), 3)
  const signedIn = await submit(two, '/sign-in/code', form, cookie)
  assert.equal(signedIn.status, 303)
  // Three of the five are still counted.
  const statuses = await requestCodes(email, 2)
  assert.deepEqual([counted(statuses), limited(statuses)], [2, 4])
})
