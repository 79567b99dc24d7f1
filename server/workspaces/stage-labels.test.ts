import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createValidator } from '../platform/validation.ts'
import { createPortalClient } from '../test/clients/portal-client.ts'
import { createDigestFixtures } from '../test/fixtures/digests.ts'
import { asRole, forbiddenError, invalidPaths } from '../test/support/roles.ts'
import { createTestApp } from '../test/test-app.ts'
import { getStageLabels, StageLabelsUpdate, updateStageLabels } from './stage-labels.ts'

const app = await createTestApp()
const digests = await createDigestFixtures(app)
const check = createValidator(StageLabelsUpdate, '')

const none: StageLabelsUpdate = {
  labelInReview: null,
  labelPlanned: null,
  labelInProgress: null,
  labelCompleted: null,
  labelClosed: null,
}
const rename = (acme: Awaited<ReturnType<typeof app.workspace>>, labels: Partial<StageLabelsUpdate>) =>
  acme.write((tx) => updateStageLabels(tx, { ...none, ...labels }))

test('renames stages, gives them their names back, and records both', async () => {
  const acme = await app.workspace()
  await rename(acme, { labelPlanned: 'Next up', labelCompleted: 'Out now' })
  assert.deepEqual(await acme.write(getStageLabels), { planned: 'Next up', completed: 'Out now' })
  await rename(acme, { labelCompleted: 'Out now' })
  assert.deepEqual(await acme.write(getStageLabels), { completed: 'Out now' })
  const { rows } = await app.database.pool.query(
    `select changes from audit_events where workspace_id = $1 and type = 'workspace.updated' order by id`,
    [acme.id],
  )
  assert.deepEqual(rows.at(-1).changes, { labelPlanned: ['Next up', null] })
  assert.deepEqual(await (await app.workspace()).write(getStageLabels), {})
})

test('rejects a name that another stage has, renamed or not', async () => {
  const acme = await app.workspace()
  await assert.rejects(rename(acme, { labelPlanned: 'in PROGRESS' }), invalidPaths('/labelPlanned'))
  await assert.rejects(
    rename(acme, { labelPlanned: 'Soon', labelInProgress: 'soon' }),
    invalidPaths('/labelPlanned', '/labelInProgress'),
  )
  await rename(acme, { labelPlanned: 'In progress', labelInProgress: 'Planned' })
  assert.deepEqual(await acme.write(getStageLabels), { planned: 'In progress', in_progress: 'Planned' })
})

test('trims names, and rejects empty and long ones and control characters', () => {
  const trimmed = { ...none, labelPlanned: '  Next up ' }
  assert.deepEqual(check(trimmed), [])
  assert.equal(trimmed.labelPlanned, 'Next up')
  assert.deepEqual(check({ ...none, labelPlanned: 'x'.repeat(40) }), [])
  for (const wrong of ['', 'x'.repeat(41), 'Next\nup', 'Next\u0007up']) {
    assert.equal(check({ ...none, labelPlanned: wrong }).length, 1, JSON.stringify(wrong))
  }
})

test('rejects renaming stages by members', async () => {
  const acme = await app.workspace()
  await assert.rejects(
    acme.write((tx) => updateStageLabels(asRole(tx, 'member'), { ...none, labelPlanned: 'Next' })),
    forbiddenError,
  )
})

test('shows the names in the portal and the widget, escaped', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode' })
  await acme.api.create(`/feedback/${id}/promote`, { status: 'planned' })
  const visitor = createPortalClient(app, acme, 'heed_theme=dark')
  const before = await visitor.get('/')
  assert.match(before.text, /stage-planned">Planned</)
  await rename(acme, { labelPlanned: 'Next <up> & more' })
  const escaped = 'Next &lt;up&gt; &amp; more'
  for (const path of ['/', `/requests/${id}`, '/roadmap']) {
    const { text } = await visitor.get(path)
    assert.ok(text.includes(`stage-planned">${escaped}<`), path)
    assert.ok(!text.includes('Next <up>'))
  }
  const widget = await visitor.get('/widget.json')
  assert.equal(JSON.parse(widget.text).data.requests[0].stageLabel, 'Next <up> & more')
})

test('tells customers the name by email', async () => {
  const acme = await app.workspace()
  await rename(acme, { labelPlanned: 'Next up', labelClosed: 'Not now' })
  const submitter = { email: 'ada@example.com' }
  const { id } = await acme.api.create('/feedback', { title: 'Dark mode', submitter })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  const [planned] = await digests.deliverDue(60)
  assert.equal(planned!.subject, '“Dark mode”: Next up')
  assert.match(planned!.text, /moved this request to “Next up”/)
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'closed' })
  const [closed] = await digests.deliverDue(180)
  assert.match(closed!.text, /moved this request to “Not now”\. It’s no longer public/)
})
