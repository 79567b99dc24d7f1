import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { readSettings, SettingsError } from '../../platform/settings.ts'
import { writeAsSystem } from '../../platform/system-scope.ts'
import { startDnsServer } from '../../test/support/dns-server.ts'
import { asRole, forbiddenError, invalidPaths } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { updatePortal } from '../settings/update.ts'
import { getPortalUrls } from '../workspace-urls.ts'
import { checkPortalDomain, type DomainCheck } from './check.ts'
import { checkDueDomains } from './check-due.ts'
import { createTxtLookup } from './dns.ts'
import { getPortalDomain } from './domain.ts'

const world = await createTestApp()
const dns = await startDnsServer()
const lookup = createTxtLookup([dns.server])
const publicUrl = 'https://heed.test'
const start = '2026-03-01T09:00:00.000Z'
const dayMs = 86_400_000
let now = start

beforeEach(() => {
  now = start
  dns.isBroken = false
  dns.records.clear()
})

const passDays = (days: number) => {
  now = new Date(Date.parse(now) + days * dayMs).toISOString()
}

const write = <T>({ id }: TestWorkspace, work: Parameters<typeof writeAsSystem<T>>[2]) =>
  writeAsSystem<T>({ ...world, clock: () => now }, id, work)

const enter = (acme: TestWorkspace, host: string | null, settings: { trustPortalHosts?: boolean } = {}) =>
  write(acme, (tx) => updatePortal(tx, { host }, { publicUrl, ...settings }))

const domainOf = async (acme: TestWorkspace) => (await write(acme, (scope) => getPortalDomain(scope)))!

/** Adds the workspace’s record to the DNS of its domain. */
async function prove(acme: TestWorkspace): Promise<void> {
  const { recordName, recordValue } = await domainOf(acme)
  dns.records.set(recordName, [...(dns.records.get(recordName) ?? []), recordValue])
}

const check = (acme: TestWorkspace): Promise<DomainCheck> =>
  write(acme, async (tx) => {
    const { db, workspaceId, actor } = tx
    const scope = { db, workspaceId, actor, agent: null, requestId: null, now }
    return checkPortalDomain({ scope, write: (work) => work(tx) }, lookup)
  })

const runDueChecks = () =>
  checkDueDomains(
    {
      database: world.database,
      lookup,
      now,
      write: (workspaceId, work) => writeAsSystem({ ...world, clock: () => now }, workspaceId, work),
    },
    new AbortController().signal,
  )

const servedAt = async (acme: TestWorkspace) => {
  await world.server.portalHosts.refresh()
  const { host } = await domainOf(acme)
  return world.server.portalHosts.rewrite({ url: '/', headers: { host } }) === `/p/${acme.slug}/`
}

const portalUrlOf = async (acme: TestWorkspace) =>
  (await write(acme, (scope) => getPortalUrls(scope, publicUrl))).portal

test('serves a domain only once its TXT record is found', async () => {
  const acme = await world.workspace()
  await enter(acme, 'feedback.acme.test')
  const { state, recordName, recordValue } = await domainOf(acme)
  assert.deepEqual([state, recordName], ['pending', '_heed.feedback.acme.test'])
  assert.match(recordValue, /^heed-verification=\w{32}$/)
  assert.deepEqual([await servedAt(acme), await portalUrlOf(acme)], [false, `${publicUrl}/p/${acme.slug}`])
  assert.equal(await check(acme), 'pending')
  dns.records.set(recordName, ['v=spf1 -all', 'heed-verification=of-someone-else'])
  assert.equal(await check(acme), 'pending')
  await prove(acme)
  assert.equal(await check(acme), 'verified')
  assert.deepEqual([await servedAt(acme), await portalUrlOf(acme)], [true, 'https://feedback.acme.test'])
  assert.equal((await domainOf(acme)).checkedAt, now)
})

test('does not let an unproven domain keep out its owner, nor reveal that it was entered', async () => {
  const [squatter, owner] = [await world.workspace(), await world.workspace()]
  await enter(squatter, 'feedback.rival.test')
  await enter(owner, 'feedback.rival.test')
  await prove(owner)
  assert.equal(await check(owner), 'verified')
  assert.equal(await check(squatter), 'pending')
  assert.deepEqual([await servedAt(owner), await portalUrlOf(squatter)], [true, `${publicUrl}/p/${squatter.slug}`])
})

test('gives a domain that changed hands to its new owner, and none with the records of both', async () => {
  const [before, after] = [await world.workspace(), await world.workspace()]
  for (const each of [before, after]) await enter(each, 'shared.test')
  await prove(before)
  assert.equal(await check(before), 'verified')
  await prove(after)
  assert.equal(await check(after), 'conflict')
  assert.deepEqual([await servedAt(before), await servedAt(after)], [true, false])
  dns.records.clear()
  await prove(after)
  assert.equal(await check(after), 'verified')
  assert.deepEqual([await servedAt(before), await servedAt(after)], [false, true])
  assert.equal((await domainOf(before)).state, 'pending')
})

test('serves a domain for only one of two workspaces that verify it at the same time', async () => {
  const both = [await world.workspace(), await world.workspace()]
  for (const each of both) {
    await enter(each, 'raced.test')
    await prove(each)
  }
  const results = await Promise.all(both.map(check))
  assert.deepEqual(results.sort(), ['conflict', 'verified'])
  const served = await Promise.all(both.map(async (each) => (await domainOf(each)).state))
  assert.deepEqual(served.sort(), ['pending', 'verified'])
})

test('stops serving a domain three days after its record is gone, and keeps it while the DNS fails', async () => {
  const acme = await world.workspace()
  await enter(acme, 'dangling.test')
  await prove(acme)
  assert.equal(await check(acme), 'verified')
  dns.isBroken = true
  passDays(40)
  await runDueChecks()
  assert.deepEqual([(await domainOf(acme)).state, await servedAt(acme)], ['verified', true])
  dns.isBroken = false
  dns.records.clear()
  passDays(2)
  await runDueChecks()
  const { state, servedUntil } = await domainOf(acme)
  assert.deepEqual([state, servedUntil], ['missing', new Date(Date.parse(now) + 3 * dayMs).toISOString()])
  assert.equal(await servedAt(acme), true)
  // The record is back for a day.
  await prove(acme)
  passDays(2)
  await runDueChecks()
  assert.equal((await domainOf(acme)).state, 'verified')
  dns.records.clear()
  for (const days of [2, 2, 2]) {
    passDays(days)
    await runDueChecks()
  }
  assert.deepEqual([(await domainOf(acme)).state, await servedAt(acme)], ['pending', false])
  const { rows } = await world.database.pool.query(
    `select type from audit_events where workspace_id = $1 and type like 'portal.domain%' order by id`,
    [acme.id],
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['portal.domain_verified', 'portal.domain_lost'],
  )
})

test('checks new domains at every run for three days and others once a day', async () => {
  const acme = await world.workspace()
  await runDueChecks()
  await enter(acme, 'soon.test')
  const asked = async (days: number) => {
    dns.questions.length = 0
    passDays(days)
    await runDueChecks()
    return dns.questions.includes('_heed.soon.test')
  }
  const tenMinutes = 10 / 1_440
  assert.deepEqual(
    [await asked(0), await asked(tenMinutes), await asked(2), await asked(tenMinutes)],
    [true, true, true, true],
  )
  assert.deepEqual([await asked(2), await asked(tenMinutes), await asked(1.1)], [true, false, true])
})

test('changes the record with the domain, and stops serving a domain that was replaced or removed', async () => {
  const acme = await world.workspace()
  await enter(acme, 'first.test')
  await prove(acme)
  await check(acme)
  const { recordValue } = await domainOf(acme)
  await enter(acme, 'second.test')
  assert.notEqual((await domainOf(acme)).recordValue, recordValue)
  assert.equal(await portalUrlOf(acme), `${publicUrl}/p/${acme.slug}`)
  await enter(acme, null)
  assert.equal(await write(acme, (scope) => getPortalDomain(scope)), null)
})

test('serves a trusted domain at once, to one workspace, with a message that names no other', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  await enter(acme, 'trusted.test', { trustPortalHosts: true })
  assert.equal(await servedAt(acme), true)
  await assert.rejects(enter(other, 'trusted.test', { trustPortalHosts: true }), invalidPaths('/host'))
})

test('reports a DNS that fails, and rejects checks by team members without the admin role', async () => {
  const acme = await world.workspace()
  await enter(acme, 'broken.test')
  dns.isBroken = true
  assert.equal(await check(acme), 'failed')
  await assert.rejects(
    write(acme, (tx) => checkPortalDomain({ scope: asRole(tx, 'member'), write: (work) => work(tx) }, lookup)),
    forbiddenError,
  )
})

test('reads DNS servers from the settings and rejects anything but addresses', () => {
  assert.deepEqual(readSettings({ DNS_SERVERS: '1.1.1.1, [2606:4700::1111]:53' }).dnsServers, [
    '1.1.1.1',
    '[2606:4700::1111]:53',
  ])
  assert.equal(readSettings({ TRUST_PORTAL_HOSTS: '1' }).trustPortalHosts, true)
  assert.throws(() => readSettings({ DNS_SERVERS: 'dns.example' }), SettingsError)
})
