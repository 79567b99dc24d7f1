import assert from 'node:assert/strict'
import { test } from 'node:test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge } from 'altcha-lib/types'
import { newId } from '../../platform/ids.ts'
import { formTokenField, type PortalClient, signInCustomer } from '../../test/clients/portal-client.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const app = await createTestApp()

async function approvedRequest({ api }: TestWorkspace): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode' })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

/** Signs in as many customers as needed; each is allowed 10 comments in ten minutes. */
/** Signs in people whom the workspace knows, so that the limit on strangers does not apply. */
const crowd = (acme: TestWorkspace, size: number) =>
  Promise.all(
    Array.from({ length: size }, (_, n) =>
      signInCustomer(app, acme, { externalId: `p${n}`, email: `p${n}@x.example` }),
    ),
  )

const outcomeOf = ({ status, headers }: { status: number; headers: Headers }) =>
  status === 303 ? /\?(posted|waiting)/.exec(headers.get('location') ?? '')?.[1] : status

async function solve(client: PortalClient, action: string): Promise<string> {
  const { challenge } = JSON.parse((await client.get(`/challenge?for=${action}`)).text) as { challenge: Challenge }
  return Buffer.from(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) })).toString(
    'base64',
  )
}

test('holds a flood of comments from one network for review unless each has a fresh proof of work, and then stops it', async () => {
  const acme = await app.workspace()
  const id = await approvedRequest(acme)
  const people = await crowd(acme, 8)
  let sent = 0
  const post = (person: PortalClient, more = {}) =>
    person.post(`/requests/${id}/comments`, { body: `Comment ${++sent}`, ...formTokenField(acme), ...more })
  const [ada] = people
  assert.equal(JSON.parse((await ada!.get('/challenge?for=comment')).text).challenge, null)
  for (let n = 0; n < 15; n += 1) assert.equal(outcomeOf(await post(people[n % 2]!)), 'posted')
  assert.equal(outcomeOf(await post(people[2]!)), 'waiting')
  const proof = await solve(people[3]!, 'comment')
  assert.equal(outcomeOf(await post(people[3]!, { proof })), 'posted')
  for (const used of [
    proof,
    'nonsense',
    btoa('{}'),
    btoa('null'),
    btoa('{"challenge":{"parameters":{}},"solution":1}'),
  ])
    assert.equal(outcomeOf(await post(people[4]!, { proof: used })), 'waiting')
  const outcomes: unknown[] = []
  for (let n = 0; n < 45; n += 1) outcomes.push(outcomeOf(await post(people[3 + (n % 5)]!)))
  assert.deepEqual(new Set(outcomes), new Set(['waiting', 429]))
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.comments, 16)
})

test('rejects the proof of another workspace’s challenge, and of one that was changed', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const id = await approvedRequest(acme)
  const [ada, eve] = [(await crowd(acme, 2))[0]!, (await crowd(other, 1))[0]!]
  const otherId = await approvedRequest(other)
  const post = (workspace: TestWorkspace, person: PortalClient, request: string, body: string, proof = '') =>
    person.post(`/requests/${request}/comments`, { body, ...formTokenField(workspace), proof })
  const people = [await crowd(acme, 2), await crowd(other, 2)] as const
  for (let n = 0; n < 15; n += 1) {
    await post(acme, people[0][n % 2]!, id, `A ${n}`)
    await post(other, people[1][n % 2]!, otherId, `B ${n}`)
  }
  const third = await signInCustomer(app, acme, { email: 'third@x.example' })
  const foreign = await solve(eve, 'comment')
  assert.equal(outcomeOf(await post(acme, third, id, 'Foreign', foreign)), 'waiting')
  const own = JSON.parse(Buffer.from(await solve(ada, 'comment'), 'base64').toString())
  own.challenge.parameters.expiresAt += 60
  assert.equal(outcomeOf(await post(acme, third, id, 'Changed', btoa(JSON.stringify(own)))), 'waiting')
})

test('refuses fake votes of one network without a proof of work, with a clear message', async () => {
  const acme = await app.workspace()
  const id = await approvedRequest(acme)
  const people = await crowd(acme, 62)
  const vote = (person: PortalClient) => person.send(`/requests/${id}/vote`, { vote: 'cast' })
  for (const person of people.slice(0, 60)) assert.equal((await vote(person)).status, 200)
  const refused = await vote(people[60]!)
  assert.equal(refused.status, 429)
  assert.match(refused.text, /many votes from your network[\s\S]*Turn on JavaScript/)
  assert.match((await people[60]!.post(`/requests/${id}/vote`, { vote: 'cast' })).text, /Turn on JavaScript/)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.votes, 60)
  const proof = await solve(people[61]!, 'vote')
  const proven = await fetch(`${app.origin}/p/${acme.slug}/requests/${id}/vote`, {
    method: 'POST',
    headers: {
      origin: app.origin,
      'content-type': 'application/json',
      cookie: people[61]!.cookie,
      'heed-proof': proof,
    },
    body: JSON.stringify({ vote: 'cast' }),
  })
  assert.equal(proven.status, 200)
})

test('does not count failed votes toward the proof of work', async () => {
  const acme = await app.workspace()
  const [open, completed] = [await approvedRequest(acme), await approvedRequest(acme)]
  await acme.api.patch(`/feedback/${completed}/stage`, { stage: 'completed' })
  const people = await crowd(acme, 62)
  const vote = (person: PortalClient, id: string) => person.send(`/requests/${id}/vote`, { vote: 'cast' })
  for (const person of people.slice(0, 31)) {
    assert.equal((await vote(person, completed)).status, 400)
    assert.equal((await vote(person, newId())).status, 404)
  }
  for (const person of people.slice(0, 60)) assert.equal((await vote(person, open)).status, 200)
  assert.equal((await vote(people[60]!, open)).status, 429)
})
