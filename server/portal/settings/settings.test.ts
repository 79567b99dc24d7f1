import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Problem } from '../../platform/problems.ts'
import { createValidator } from '../../platform/validation.ts'
import { asRole, forbiddenError, invalidPaths } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { getPortalUrls } from '../workspace-urls.ts'
import { normalizeHostName } from './host-name.ts'
import { getPortalSettings, PortalUpdate } from './settings.ts'
import { updatePortal } from './update.ts'
import { normalizeWidgetOrigin } from './widget-origin.ts'

const world = await createTestApp()
const publicUrl = 'https://heed.test'
const update = (acme: TestWorkspace, wanted: PortalUpdate) =>
  acme.write((tx) => updatePortal(tx, wanted, { publicUrl, trustPortalHosts: true }))

test('starts public, with all sections and without a custom domain', async () => {
  const acme = await world.workspace()
  assert.deepEqual(await acme.write(getPortalSettings), {
    access: 'public',
    showsRequests: true,
    showsRoadmap: true,
    showsChangelog: true,
    showsGivenNames: false,
    showsBranding: true,
    host: null,
    privacyUrl: null,
    termsUrl: null,
    imprintUrl: null,
    widgetOrigins: [],
    allowedDomains: [],
    allowedEmails: [],
    widgetGeneration: 1,
  })
})

test('changes and audits only the given settings; null clears the host', async () => {
  const acme = await world.workspace()
  const wanted = { access: 'private' as const, showsRoadmap: false, host: 'Feedback.Acme.test.' }
  await acme.write((tx) => updatePortal(asRole(tx, 'admin'), wanted, { publicUrl }))
  await acme.write((tx) => updatePortal(asRole(tx, 'owner'), { host: null }, { publicUrl }))
  await update(acme, { access: 'private' })
  const { access, showsRoadmap, showsRequests, host } = await acme.write(getPortalSettings)
  assert.deepEqual([access, showsRoadmap, showsRequests, host], ['private', false, true, null])
  const { rows } = await world.database.pool.query(
    `select changes from audit_events where workspace_id = $1 and type = 'portal.updated' order by id`,
    [acme.id],
  )
  assert.deepEqual(
    rows.map(({ changes }) => changes),
    [
      { access: ['public', 'private'], showsRoadmap: [true, false], host: [null, 'feedback.acme.test'] },
      { host: ['feedback.acme.test', null] },
    ],
  )
})

test('gives the team URLs on the custom domain, and none for sections that are off', async () => {
  const acme = await world.workspace()
  const links = () => acme.write((scope) => getPortalUrls(scope, publicUrl))
  const portal = `https://heed.test/p/${acme.slug}`
  assert.deepEqual(await links(), { portal, requests: `${portal}/requests/`, changelog: `${portal}/changelog/` })
  await update(acme, { host: 'led.test', showsRequests: false })
  assert.deepEqual(await links(), {
    portal: 'https://led.test',
    requests: null,
    changelog: 'https://led.test/changelog/',
  })
})

test('rejects a host that is taken or is the server’s own', async () => {
  const [acme, other] = [await world.workspace(), await world.workspace()]
  await update(other, { host: 'taken.test' })
  await update(other, { host: 'taken.test', access: 'private' })
  await assert.rejects(update(acme, { host: 'TAKEN.test' }), invalidPaths('/host'))
  await assert.rejects(update(acme, { host: 'heed.test' }), invalidPaths('/host'))
})

test('gives a host to one of two concurrent workspaces and rejects the other', async () => {
  const both = await Promise.all([world.workspace(), world.workspace()])
  const outcomes = await Promise.allSettled(both.map((each) => update(each, { host: 'wanted-by-two.test' })))
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  invalidPaths('/host')(outcomes.find((each) => each.status === 'rejected')!.reason)
})

test('normalizes host names and rejects anything else', () => {
  const names = [
    ['feedback.acme.test', 'feedback.acme.test'],
    ['Feedback.ACME.test.', 'feedback.acme.test'],
    ['rückmeldung.example', 'xn--rckmeldung-9db.example'],
    ['a.b', 'a.b'],
  ] as const
  for (const [text, host] of names) assert.equal(normalizeHostName(text), host, text)
  const others = ['localhost', 'acme.test:8080', 'https://acme.test', 'acme.test/x', '10.0.0.1', '1.2.3.0x4', '[::1]']
  const broken = ['-a.test', 'a-.test', 'a..test', '.test', 'a_b.test', 'a b.test', `${'a'.repeat(64)}.test`, '*.test']
  const long = `${'a.'.repeat(126)}test`
  for (const text of [...others, ...broken, long, '', '.']) assert.equal(normalizeHostName(text), null, text)
})

test('normalizes and deduplicates origins, and names the invalid ones', async () => {
  const acme = await world.workspace()
  const given = ['https://APP.acme.test:443/', 'https://app.acme.test', 'http://localhost:5173', 'https://[::1]:8443']
  const { widgetOrigins } = await update(acme, { widgetOrigins: given })
  assert.deepEqual(widgetOrigins, ['https://app.acme.test', 'http://localhost:5173', 'https://[::1]:8443'])
  const web = ['http://app.acme.test', 'https://a.test/x', 'https://a.test?x', 'https://a:b@a.test', 'https://*.a.test']
  const others = [
    'app.acme.test',
    'ftp://a.test',
    'null',
    '*',
    '',
    'javascript:1',
    "https://a.test;script-src'",
    'file:///x',
  ]
  for (const text of [...web, ...others]) assert.equal(normalizeWidgetOrigin(text), null, text)
  await assert.rejects(
    update(acme, { widgetOrigins: ['https://fine.test', 'http://not.test'] }),
    (error: Problem) => invalidPaths('/widgetOrigins')(error) && error.message.includes('http://not.test'),
  )
  assert.deepEqual((await acme.write(getPortalSettings)).widgetOrigins, widgetOrigins)
})

test('rejects more than 50 origins, unknown members and an empty update', () => {
  const paths = (value: object) => createValidator(PortalUpdate, '')(value).map(({ path }) => path)
  assert.deepEqual(paths({ widgetOrigins: Array.from({ length: 51 }, () => 'https://a.test') }), ['/widgetOrigins'])
  assert.deepEqual(paths({ access: 'secret', widgetGeneration: 7 }), ['/widgetGeneration', '/access'])
  assert.deepEqual(paths({}), [''])
  assert.deepEqual(paths({ host: null, showsRequests: false }), [])
})

test('normalizes the lists of who can sign in, audits no addresses, and names invalid entries', async () => {
  const acme = await world.workspace()
  const lists = {
    allowedDomains: ['@Acme.test', 'acme.test.', 'rückmeldung.example'],
    allowedEmails: [' Ada@Acme.test ', 'ada@acme.test'],
  }
  const { allowedDomains, allowedEmails } = await update(acme, lists)
  assert.deepEqual(allowedDomains, ['acme.test', 'xn--rckmeldung-9db.example'])
  assert.deepEqual(allowedEmails, ['ada@acme.test'])
  const { rows } = await world.database.pool.query(
    `select changes from audit_events where workspace_id = $1 and type = 'portal.updated'`,
    [acme.id],
  )
  assert.deepEqual(rows, [{ changes: { allowedDomains: [[], allowedDomains], allowedEmails: [0, 1] } }])
  const wrong = { allowedDomains: ['localhost', 'a@b.test'], allowedEmails: ['acme.test', 'x@'] }
  await assert.rejects(update(acme, wrong), invalidPaths('/allowedDomains', '/allowedEmails'))
  assert.deepEqual((await acme.write(getPortalSettings)).allowedEmails, ['ada@acme.test'])
})

test('rejects changes by team members without the admin role and by customers', async () => {
  const acme = await world.workspace()
  const wanted = { access: 'private' as const }
  await assert.rejects(
    acme.write((tx) => updatePortal(asRole(tx, 'member'), wanted, { publicUrl })),
    forbiddenError,
  )
  await assert.rejects(
    acme.write((tx) => updatePortal({ ...tx, actor: { type: 'customer', id: null } }, wanted, { publicUrl })),
    forbiddenError,
  )
  assert.equal((await acme.write(getPortalSettings)).access, 'public')
})

test('accepts only https URLs of legal pages, and audits them; null clears one', async () => {
  const acme = await world.workspace()
  const check = createValidator(PortalUpdate, '')
  for (const url of [
    'http://acme.test/',
    'javascript:alert(1)',
    'acme.test',
    '',
    `https://acme.test/${'x'.repeat(2048)}`,
  ]) {
    for (const name of ['privacyUrl', 'termsUrl', 'imprintUrl']) {
      const paths = check({ [name]: url }).map(({ path }) => path)
      assert.deepEqual([...new Set(paths)], [`/${name}`], url)
    }
  }
  assert.deepEqual(check({ privacyUrl: 'https://acme.test/privacy', termsUrl: null }), [])
  await update(acme, { privacyUrl: 'https://acme.test/privacy', imprintUrl: 'https://acme.test/imprint' })
  await update(acme, { imprintUrl: null })
  const { privacyUrl, termsUrl, imprintUrl } = await acme.write(getPortalSettings)
  assert.deepEqual([privacyUrl, termsUrl, imprintUrl], ['https://acme.test/privacy', null, null])
  const { rows } = await world.database.pool.query(
    `select changes->'imprintUrl' as imprint from audit_events
     where workspace_id = $1 and type = 'portal.updated' order by id`,
    [acme.id],
  )
  assert.deepEqual(
    rows.map(({ imprint }) => imprint),
    [
      [null, 'https://acme.test/imprint'],
      ['https://acme.test/imprint', null],
    ],
  )
})
