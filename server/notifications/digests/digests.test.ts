import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteCustomer } from '../../customers/deletion/delete.ts'
import { getCustomerDetail } from '../../customers/detail.ts'
import { deleteFeedback } from '../../feedback/delete.ts'
import { setStages } from '../../feedback/lifecycle/set-stage.ts'
import { undoStageChanges } from '../../feedback/lifecycle/undo-stage-changes.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { createDigestFixtures, customerIdByEmail, testPublicUrl } from '../../test/fixtures/digests.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { addVote } from '../../votes/on-behalf.ts'
import { getMailHealth } from '../deliveries/health.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp({ caps })
const { pool } = app.database
const digests = await createDigestFixtures(app)

const [ada, bea, cleo] = ['ada@example.com', 'bea@example.com', 'cleo@example.com']

/** Creates a public request by Ada, with a vote by Bea and no pending events. */
async function createRequest(acme: TestWorkspace, title = 'Dark mode') {
  const { id } = await acme.api.create('/feedback', { title, submitter: { email: ada, name: 'Ada' } })
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await acme.write((tx) => addVote(tx, id, { email: bea }, caps))
  await pool.query('delete from notification_events where feedback_id = $1', [id])
  return {
    id,
    move: (stage: string) => acme.api.patch(`/feedback/${id}/stage`, { stage }),
    moderate: (status: string) => acme.api.patch(`/feedback/${id}/status`, { status }),
    reply: (body: string, more: object = {}) =>
      acme.api.create(`/feedback/${id}/comments`, { body, kind: 'staff_reply', ...more }),
    comment: (body: string, email: string | null, more: object = {}) =>
      acme.api.create(`/feedback/${id}/comments`, { body, ...(email && { submitter: { email } }), ...more }),
  }
}

const subjects = (messages: { to: string; subject: string }[]) => messages.map(({ to, subject }) => `${to}: ${subject}`)
const prefer = (acme: TestWorkspace, email: string, columns: string) =>
  pool.query(`update customers set ${columns} where workspace_id = $1 and email = $2`, [acme.id, email])

test('sends a stage change and a staff reply as one message to submitter and voters after two minutes', async () => {
  const acme = await app.workspace({ name: 'Acme & Sons' })
  const request = await createRequest(acme)
  await acme.write((tx) => addVote(tx, request.id, { externalId: 'no address' }, caps))
  await acme.api.create('/feedback', { title: 'Another', submitter: { email: cleo } })
  await request.move('planned')
  await request.reply('We start in **May**.', { authorName: 'Grace' })
  assert.deepEqual(await digests.deliverDue(1.9), [])
  const messages = await digests.deliverDue(3)
  assert.deepEqual(subjects(messages), [`${ada}: “Dark mode” is planned`, `${bea}: “Dark mode” is planned`])
  const url = `${testPublicUrl}/p/${acme.slug}/requests/${request.id}`
  const unsubscribe = /Unsubscribe: (\S+)/.exec(messages[0]!.text)![1]!
  const unfollow = /Stop emails about this request: (\S+)/.exec(messages[0]!.text)![1]!
  assert.equal(
    messages[0]!.text.trim(),
    [
      'Acme & Sons\n\n“Dark mode”\n\nThe team plans to work on this request.\n',
      `Reply from the Acme & Sons team\n\nWe start in May.\n\n— Grace\n\nSee the request:\n${url}\n`,
      '-- \nYou’re receiving this email because you follow this request in Acme & Sons’s feedback portal.',
      `Unsubscribe: ${unsubscribe}`,
      `Stop emails about this request: ${unfollow}`,
    ].join('\n'),
  )
  for (const part of [
    `List-Unsubscribe: <${unsubscribe}>`,
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    `List-ID: <requests.${acme.slug}.heed.test>`,
    'Auto-Submitted: auto-generated',
    `References: <request.${request.id}@heed.test>`,
    'We start in <strong>May</strong>.',
    `href="${url}"`,
    `href="${unfollow}"`,
  ]) {
    assert.ok(messages[0]!.whole.includes(part), part)
  }
  assert.deepEqual(await digests.deliverDue(120), [])
})

test('sends nothing for a stage change that is undone within the grace period', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  for (const stage of ['planned', 'completed', 'in_review']) await request.move(stage)
  assert.deepEqual(await digests.deliverDue(3), [])
  const requestId = 'planned-by-mistake'
  await acme.write((tx) => setStages({ ...tx, requestId }, [request.id], 'planned'))
  assert.equal((await acme.write((tx) => undoStageChanges(tx, requestId))).length, 1)
  assert.deepEqual(await digests.deliverDue(6), [])
})

test('collects events for an hour after a digest and reports the final stage', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  await request.move('planned')
  assert.equal((await digests.deliverDue(3)).length, 2)
  await request.move('in_progress')
  await request.reply('Nearly there.')
  await request.move('completed')
  for (const minutes of [5, 30, 62]) assert.deepEqual(await digests.deliverDue(minutes), [])
  const messages = await digests.deliverDue(64)
  assert.deepEqual(subjects(messages), [
    `${ada}: “Dark mode” has been completed`,
    `${bea}: “Dark mode” has been completed`,
  ])
  assert.match(messages[1]!.text, /Nearly there\./)
})

test('respects each recipient’s preferences, and records opted-out recipients as suppressed', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  await acme.write((tx) => addVote(tx, request.id, { email: cleo }, caps))
  await acme.write((tx) => addVote(tx, request.id, { email: 'dora@example.com' }, caps))
  await prefer(acme, ada, 'notify_stages = false')
  await prefer(acme, bea, 'notify_replies = false')
  await prefer(acme, cleo, 'notify_replies = false, notify_stages = false')
  await prefer(acme, 'dora@example.com', 'mail_opted_out_at = now()')
  await request.move('planned')
  await request.reply('In May.')
  const messages = await digests.deliverDue(3)
  assert.deepEqual(subjects(messages), [
    `${ada}: The Acme team replied on “Dark mode”`,
    `${bea}: “Dark mode” is planned`,
  ])
  assert.match(messages[0]!.text, /In May\./)
  assert.doesNotMatch(messages[0]!.whole, /planned/)
  assert.doesNotMatch(messages[1]!.whole, /In May/)
  const kindOf = (text: string) => /unsubscribe\/([rsb])/.exec(text)![1]
  assert.deepEqual(
    messages.map(({ text }) => kindOf(text)),
    ['r', 's'],
  )
  const { rows } = await pool.query('select state from notification_deliveries where workspace_id = $1 order by 1', [
    acme.id,
  ])
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['sent', 'sent', 'suppressed'],
  )
})

test('suppresses a delivery whose recipient changed preferences after the fan-out', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  await request.move('planned')
  const [digestId] = await digests.createDigests(3)
  await prefer(acme, ada, 'notify_stages = false')
  await digests.deliver(acme.id, digestId!, 3)
  const { rows } = await pool.query(
    'select c.email, d.state from notification_deliveries d join customers c on c.id = d.customer_id where digest_id = $1 order by 1',
    [digestId],
  )
  assert.deepEqual(rows, [
    { email: ada, state: 'suppressed' },
    { email: bea, state: 'sent' },
  ])
})

test('lists deliveries with the customer, and failures in the mail health of the workspace', async () => {
  const acme = await app.workspace()
  const rejecting = await createDigestFixtures(app, {
    onRecipient: async (to) => (to === bea ? { code: 550, text: '5.1.1 No such user' } : null),
  })
  const request = await createRequest(acme)
  await request.move('planned')
  const [digestId] = await rejecting.createDigests(3)
  await rejecting.deliver(acme.id, digestId!, 3)
  const id = await customerIdByEmail(app, acme, ada)
  const { latest, preferences } = await acme.write((scope) => getCustomerDetail(scope, id))
  assert.deepEqual(preferences, { changelog: true, replies: true, stages: true })
  assert.deepEqual(
    latest.deliveries.map(({ on, state }) => [on, state]),
    [[{ kind: 'request', id: request.id, title: 'Dark mode' }, 'sent']],
  )
  const { failures } = await acme.write((scope) => getMailHealth(scope))
  assert.deepEqual(
    failures.map(({ name, title }) => [name, title]),
    [[bea, 'Dark mode']],
  )
  await rejecting.smtp.stop()
})

test('notifies the author of a comment about replies, and participants about staff replies', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  const root = await request.comment('Me too', cleo)
  await request.comment('And me', bea, { parentId: root.id })
  await request.comment('I answer myself', cleo, { parentId: root.id })
  assert.deepEqual(subjects(await digests.deliverDue(3)), [`${cleo}: New comment on “Dark mode”`])
  await request.reply('Thank you', { parentId: root.id })
  assert.deepEqual(
    subjects(await digests.deliverDue(100)),
    [ada, bea, cleo].map((to) => `${to}: The Acme team replied on “Dark mode”`),
  )
  // Replies to anonymous comments and team notes notify no one.
  const anonymous = await request.comment('Hm', null)
  const staff = await request.reply('Well', { isInternal: true })
  await request.comment('Why?', bea, { parentId: anonymous.id })
  await request.reply('A note', { parentId: staff.id, isInternal: true })
  assert.deepEqual(await digests.deliverDue(200), [])
})

test('does not reveal the address of a customer without a name', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  const root = await request.comment('Me too', cleo)
  await request.comment('And me', bea, { parentId: root.id })
  const [message] = await digests.deliverDue(3)
  assert.match(message!.text, /A customer commented:\n\n> And me/)
  assert.doesNotMatch(message!.whole, /bea@|ada@/)
})

test('stops announcements to people from the portal who can no longer read it, but not to customers of the API', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  await prefer(acme, bea, `origin = 'portal', is_tracked = false, is_participant = true`)
  await pool.query(`update workspaces set portal_access = 'private' where workspace_id = $1`, [acme.id])
  await request.move('planned')
  assert.deepEqual(subjects(await digests.deliverDue(3)), [`${ada}: “Dark mode” is planned`])
})

test('sends nothing about pending, rejected, spam, private-board requests and team notes', async () => {
  const acme = await app.workspace()
  const pending = await acme.api.create('/feedback', { title: 'Secret pending', submitter: { email: ada } })
  await acme.api.create(`/feedback/${pending.id}/comments`, { body: 'Secret reply', kind: 'staff_reply' })
  for (const status of ['rejected', 'spam']) {
    const request = await createRequest(acme, `Secret ${status}`)
    await request.reply('Secret reply')
    await request.moderate(status)
  }
  const hidden = await createRequest(acme, 'Secret board')
  await acme.api.create(`/feedback/${(await createRequest(acme)).id}/comments`, {
    body: 'Secret note',
    kind: 'staff_reply',
    isInternal: true,
  })
  await hidden.move('planned')
  const other = await pool.query(
    `insert into boards (workspace_id, id, slug, name, position, is_public, created_at)
     values ($1, gen_random_uuid(), 'private', 'Private', 9, false, now()) returning id`,
    [acme.id],
  )
  await pool.query('update feedback set board_id = $2 where id = $1', [hidden.id, other.rows[0].id])
  assert.deepEqual(await digests.deliverDue(3), [])
  const { rowCount } = await pool.query('select from notification_events where workspace_id = $1', [acme.id])
  assert.equal(rowCount, 0)
})

test('reports approval to the submitter, and reports closing without a link to the hidden page', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Night', submitter: { email: ada } })
  assert.deepEqual(await digests.deliverDue(3), [])
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  assert.deepEqual(subjects(await digests.deliverDue(3)), [`${ada}: “Night” is now public`])
  await acme.api.create(`/feedback/${id}/comments`, { body: 'It cannot be done.', kind: 'staff_reply' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'closed' })
  const [message] = await digests.deliverDue(70)
  assert.equal(message!.subject, '“Night” is closed')
  assert.match(message!.text, /The team has closed this request\..*It cannot be done\./s)
  assert.doesNotMatch(message!.whole, /requests\/[0-9a-f-]{36}/)
  // Recipients already know it as closed.
  await acme.api.patch(`/feedback/${id}/status`, { status: 'rejected' })
  assert.deepEqual(await digests.deliverDue(140), [])
})

test('sends nothing if the request is hidden before delivery', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  await request.move('planned')
  const [digestId] = await digests.createDigests(3)
  await request.moderate('spam')
  const before = digests.smtp.messages.length
  assert.equal(await digests.deliver(acme.id, digestId!, 3), null)
  assert.equal(digests.smtp.messages.length, before)
})

test('notifies about stage changes, however they are made', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme)
  const { body } = await acme.api.post(`/feedback/${request.id}/promote`, { status: 'planned' })
  assert.match((await digests.deliverDue(3))[0]!.subject, /is planned/)
  await acme.api.patch(`/roadmap/${body.data.roadmapItem.id}/status`, { status: 'in_progress' })
  assert.match((await digests.deliverDue(70))[0]!.subject, /is in progress/)
  await acme.write((tx) => setStages(tx, [request.id], 'completed'))
  assert.match((await digests.deliverDue(140))[0]!.subject, /has been completed/)
  await request.move('in_review')
  assert.match((await digests.deliverDue(210))[0]!.subject, /is under consideration/)
})

test('moves reply events to the merge target and drops the source’s stage changes', async () => {
  const acme = await app.workspace()
  const [source, target] = [await createRequest(acme, 'Night mode'), await createRequest(acme, 'Dark mode')]
  await acme.write((tx) => addVote(tx, target.id, { email: cleo }, caps))
  await source.move('planned')
  await source.reply('In May.')

  await acme.write((tx) => mergeFeedback(tx, source.id, target.id))
  assert.deepEqual(
    subjects(await digests.deliverDue(3)),
    [ada, bea, cleo].map((to) => `${to}: The Acme team replied on “Dark mode”`),
  )
  const reply = await target.reply('Sooner.')
  await acme.write((tx) => unmergeFeedback(tx, source.id))
  assert.deepEqual(await digests.deliverDue(30), [])
  assert.equal((await digests.deliverDue(70)).length, 3)
  const { rows } = await pool.query('select feedback_id from notification_events where comment_id = $1', [reply.id])
  assert.deepEqual(rows, [{ feedback_id: target.id }])
})

test('escapes names, titles and replies in headers and both parts', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme, '<img src=x onerror=alert(1)>')
  await pool.query(`update feedback set title = E'A\\r\\nBcc: x@y.z <b>' where id = $1`, [request.id])
  await request.reply('<script>alert(1)</script> [x](javascript:alert(1))', { authorName: '<i>Eve</i>' })
  const [message] = await digests.deliverDue(3)
  assert.equal(message!.subject, 'The Acme team replied on “A Bcc: x@y.z <b>”')
  assert.doesNotMatch(message!.whole, /^Bcc:/m)
  assert.doesNotMatch(message!.html, /<script|href="javascript|<i>|<b>/)
})

test('escapes addresses in a title, even in the subject, so that mail clients do not link them', async () => {
  const acme = await app.workspace()
  const request = await createRequest(acme, 'Re: visit https://evil.example or mail a@evil.example')
  const inert = '“Re: visit https[:]//evil[.]example or mail a@evil[.]example”'
  await request.reply('Hello')
  const [replied] = await digests.deliverDue(3)
  assert.equal(replied!.subject, `The Acme team replied on ${inert}`)
  await request.move('planned')
  const [moved] = await digests.deliverDue(70)
  assert.equal(moved!.subject, `${inert} is planned`)
  assert.doesNotMatch(replied!.whole + moved!.whole, /evil\.example/)
})

test('drops the notifications of deleted customers and deleted requests', async () => {
  const acme = await app.workspace()
  const [request, gone] = [await createRequest(acme), await createRequest(acme, 'Gone')]
  await request.move('planned')
  await gone.move('planned')

  await acme.write((tx) => deleteFeedback(tx, gone.id))
  const id = await customerIdByEmail(app, acme, bea)
  await acme.write((tx) => deleteCustomer(tx, id))
  assert.deepEqual(subjects(await digests.deliverDue(3)), [`${ada}: “Dark mode” is planned`])
})
