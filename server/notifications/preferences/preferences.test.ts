import assert from 'node:assert/strict'
import { test } from 'node:test'
import { upsertVisitor } from '../../customers/identity/identify.ts'
import type { Submitter } from '../../customers/schema.ts'
import type { Actor } from '../../platform/scope.ts'
import { setPortalSettings } from '../../test/clients/widget-client.ts'
import { allRecipients } from '../../test/fixtures/digests.ts'
import { forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import type { ConsentEvidence } from '../consents/record.ts'
import { claimDeliveries } from '../deliveries/repository.ts'
import { countAnnouncementRecipients } from '../recipients/announcement-recipients.ts'
import { fanOut } from '../recipients/fan-out.ts'
import { getPreferences, type PreferencesUpdate, updatePreferences } from './preferences.ts'

const app = await createTestApp()

const evidence: ConsentEvidence = {
  surface: 'portal',
  page: 'my-page',
  host: 'heed.test',
  wording: 'Changelog updates',
}
const createVisitor = (acme: TestWorkspace, email: string) => acme.write((tx) => upsertVisitor(tx, { email }))
const self = (id: string): Actor => ({ type: 'customer', id })
const update = (acme: TestWorkspace, id: string, changes: PreferencesUpdate, actor = self(id)) =>
  acme.write((tx) => updatePreferences({ ...tx, actor }, id, changes, evidence))
const read = (acme: TestWorkspace, id: string, actor = self(id)) =>
  acme.write((scope) => getPreferences({ ...scope, actor }, id))

test('lets customers change each preference and opt out, and audits each change once', async () => {
  const acme = await app.workspace()
  const id = await createVisitor(acme, 'ada@example.com')
  const untouched = { changelog: false, replies: true, stages: true }
  assert.deepEqual(await read(acme, id), {
    address: 'ada@example.com',
    isOptedOut: false,
    isBounced: false,
    preferences: untouched,
  })
  await update(acme, id, { changelog: true, replies: true, stages: false })
  await update(acme, id, { changelog: true, stages: false })
  await update(acme, id, { optOut: true })
  const { preferences, isOptedOut } = await read(acme, id)
  assert.deepEqual([preferences, isOptedOut], [{ changelog: true, replies: true, stages: false }, true])
  await update(acme, id, { optOut: false })
  assert.equal((await read(acme, id)).isOptedOut, false)
  const { rows } = await app.database.pool.query(
    'select type, actor_id, changes from audit_events where target_id = $1 order by id',
    [id],
  )
  assert.deepEqual(rows, [
    {
      type: 'customer.preferences_updated',
      actor_id: id,
      changes: { changelog: [false, true], stages: [true, false] },
    },
    { type: 'customer.unsubscribed', actor_id: id, changes: {} },
    { type: 'customer.resubscribed', actor_id: id, changes: {} },
  ])
})

test('limits preferences to the customer and the team, and returns 404 for another workspace’s customer', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const [ada, bea] = [await createVisitor(acme, 'ada@example.com'), await createVisitor(acme, 'bea@example.com')]
  await assert.rejects(update(acme, ada, { replies: false }, self(bea)), forbiddenError)
  await assert.rejects(read(acme, ada, self(bea)), forbiddenError)
  await update(acme, ada, { replies: false }, { type: 'member', id: null, role: 'member' })
  assert.equal((await read(acme, ada)).preferences.replies, false)
  await assert.rejects(update(other, ada, { replies: true }), { code: 'not_found' })
  await assert.rejects(read(other, ada), { code: 'not_found' })
})

test('sends announcements to tracked customers and subscribers, and skips customers who only signed in', async () => {
  const acme = await app.workspace()
  for (const name of ['tracked', 'quiet']) {
    await acme.api.create('/feedback', { title: 'x', submitter: { email: `${name}@example.com`, externalId: name } })
  }
  await update(acme, await createVisitor(acme, 'quiet@example.com'), { changelog: false })
  await createVisitor(acme, 'visitor@example.com')
  await update(acme, await createVisitor(acme, 'subscriber@example.com'), { changelog: true })
  await update(acme, await createVisitor(acme, 'gone@example.com'), { changelog: true, optOut: true })
  assert.deepEqual(await acme.write((scope) => countAnnouncementRecipients(scope)), {
    recipients: 2,
    suppressed: 2,
    withoutAddress: 0,
  })
  const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.api.post(`/changelog/${id}/publish`)
  while (await acme.write((scope) => fanOut(scope, { entryId: id })));
  const { rows } = await app.database.pool.query(
    `select c.email, d.state from notification_deliveries d join customers c on c.id = d.customer_id where d.entry_id = $1 order by 1`,
    [id],
  )
  assert.deepEqual(
    rows.map(({ email, state }) => `${email.split('@')[0]} ${state}`),
    ['gone suppressed', 'quiet suppressed', 'subscriber due', 'tracked due'],
  )
})

test('limits announcements of a private portal to customers with access, even if it became private after the fan-out', async () => {
  const acme = await app.workspace({ ownerEmail: 'owner@example.com' })
  await acme.api.create('/feedback', { title: 'x', submitter: { email: 'tracked@example.com' } })
  const subscribe = async (customer: Submitter) =>
    update(acme, await acme.write((tx) => upsertVisitor(tx, customer)), { changelog: true })
  for (const name of ['stranger', 'owner']) await subscribe({ email: `${name}@example.com` })
  await subscribe({ email: 'listed@example.com' })
  await setPortalSettings(acme, { allowedEmails: ['listed@example.com'] })
  const publish = async () => {
    const { id } = await acme.api.create('/changelog', { title: 'CSV export' })
    await acme.api.post(`/changelog/${id}/publish`)
    while (await acme.write((scope) => fanOut(scope, { entryId: id })));
    return async () => {
      const job = { workspaceId: acme.id, entryId: id, ...allRecipients }
      const now = new Date(Date.now() + 1_000).toISOString()
      const claims = await claimDeliveries(app.database, job, 10, now)
      return claims.map(({ address }) => address.split('@')[0]).sort()
    }
  }
  const admitted = ['listed', 'owner', 'tracked']
  const claimWhenPublic = await publish()
  const claimLate = await publish()
  assert.deepEqual(await claimWhenPublic(), [...admitted, 'stranger'].sort())
  await setPortalSettings(acme, { access: 'private' })
  assert.deepEqual(await claimLate(), admitted)
  const claimWhenPrivate = await publish()
  assert.equal((await acme.write((scope) => countAnnouncementRecipients(scope))).recipients, 3)
  // No delivery exists for the stranger, so none is sent when the portal is public again.
  await setPortalSettings(acme, { access: 'public' })
  assert.deepEqual(await claimWhenPrivate(), admitted)
})
