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
const world = await createTestApp({ caps })
const { pool } = world.database
const desk = await createDigestFixtures(world)

const [ada, bea, cleo] = ['ada@example.com', 'bea@example.com', 'cleo@example.com']

/** A public request of Ada's that Bea voted for, about which all is told already. */
async function asked(acme: TestWorkspace, title = 'Dark mode') {
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

const subjects = (told: { to: string; subject: string }[]) => told.map(({ to, subject }) => `${to}: ${subject}`)
const prefer = (acme: TestWorkspace, email: string, columns: string) =>
  pool.query(`update customers set ${columns} where workspace_id = $1 and email = $2`, [acme.id, email])

test('a move and a staff reply are one message to submitter and voters, after two minutes, once', async () => {
  const acme = await world.workspace({ name: 'Acme & Sons' })
  const request = await asked(acme)
  await acme.write((tx) => addVote(tx, request.id, { externalId: 'no address' }, caps))
  await acme.api.create('/feedback', { title: 'Another', submitter: { email: cleo } })
  await request.move('planned')
  await request.reply('We start in **May**.', { authorName: 'Grace' })
  assert.deepEqual(await desk.deliverDue(1.9), [])
  const told = await desk.deliverDue(3)
  assert.deepEqual(subjects(told), [`${ada}: “Dark mode” is planned`, `${bea}: “Dark mode” is planned`])
  const url = `${testPublicUrl}/p/${acme.slug}/requests/${request.id}`
  const unsubscribe = /Unsubscribe: (\S+)/.exec(told[0]!.text)![1]!
  assert.equal(
    told[0]!.text.trim(),
    [
      'Acme & Sons\n\nDark mode\n\nThe team plans to work on this request.\n',
      `Grace (team) wrote:\n\nWe start in May.\n\nSee the request:\n${url}\n`,
      '-- \nYou’re receiving this email because you submitted this request to Acme & Sons or voted for it.',
      `Unsubscribe: ${unsubscribe}`,
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
  ]) {
    assert.ok(told[0]!.whole.includes(part), part)
  }
  assert.deepEqual(await desk.deliverDue(120), [])
})

test('a move that is taken back in time is told to nobody', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  for (const stage of ['planned', 'completed', 'in_review']) await request.move(stage)
  assert.deepEqual(await desk.deliverDue(3), [])
  const requestId = 'planned-by-mistake'
  await acme.write((tx) => setStages({ ...tx, requestId }, [request.id], 'planned'))
  assert.equal((await acme.write((tx) => undoStageChanges(tx, requestId))).length, 1)
  assert.deepEqual(await desk.deliverDue(6), [])
})

test('what happens within the hour waits, and is told together: the stage that it came to in the end', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  await request.move('planned')
  assert.equal((await desk.deliverDue(3)).length, 2)
  await request.move('in_progress')
  await request.reply('Nearly there.')
  await request.move('completed')
  for (const minutes of [5, 30, 62]) assert.deepEqual(await desk.deliverDue(minutes), [])
  const told = await desk.deliverDue(64)
  assert.deepEqual(subjects(told), [`${ada}: “Dark mode” is completed`, `${bea}: “Dark mode” is completed`])
  assert.match(told[1]!.text, /Nearly there\./)
})

test('each hears of what they want: one kind, both, or nothing; who opted out of all mail has a row that says so', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  await acme.write((tx) => addVote(tx, request.id, { email: cleo }, caps))
  await acme.write((tx) => addVote(tx, request.id, { email: 'dora@example.com' }, caps))
  await prefer(acme, ada, 'notify_stages = false')
  await prefer(acme, bea, 'notify_replies = false')
  await prefer(acme, cleo, 'notify_replies = false, notify_stages = false')
  await prefer(acme, 'dora@example.com', 'mail_opted_out_at = now()')
  await request.move('planned')
  await request.reply('In May.')
  const told = await desk.deliverDue(3)
  assert.deepEqual(subjects(told), [`${ada}: Re: Dark mode`, `${bea}: “Dark mode” is planned`])
  assert.match(told[0]!.text, /In May\./)
  assert.doesNotMatch(told[0]!.whole, /planned/)
  assert.doesNotMatch(told[1]!.whole, /In May/)
  const kindOf = (text: string) => /unsubscribe\/([rsb])/.exec(text)![1]
  assert.deepEqual(
    told.map(({ text }) => kindOf(text)),
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

test('who wants none any more when their message is taken gets none', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  await request.move('planned')
  const [digestId] = await desk.createDigests(3)
  await prefer(acme, ada, 'notify_stages = false')
  await desk.deliver(acme.id, digestId!, 3)
  const { rows } = await pool.query(
    'select c.email, d.state from notification_deliveries d join customers c on c.id = d.customer_id where digest_id = $1 order by 1',
    [digestId],
  )
  assert.deepEqual(rows, [
    { email: ada, state: 'suppressed' },
    { email: bea, state: 'sent' },
  ])
})

test('what was sent about a request, or refused, is shown with the customer and with the mail of the workspace', async () => {
  const acme = await world.workspace()
  const refusing = await createDigestFixtures(world, {
    onRecipient: async (to) => (to === bea ? { code: 550, text: '5.1.1 No such user' } : null),
  })
  const request = await asked(acme)
  await request.move('planned')
  const [digestId] = await refusing.createDigests(3)
  await refusing.deliver(acme.id, digestId!, 3)
  const id = await customerIdByEmail(world, acme, ada)
  const { latest, preferences: hears } = await acme.write((scope) => getCustomerDetail(scope, id))
  assert.deepEqual(hears, { changelog: true, replies: true, stages: true })
  assert.deepEqual(
    latest.deliveries.map(({ on, state }) => [on, state]),
    [[{ kind: 'request', id: request.id, title: 'Dark mode' }, 'sent']],
  )
  const { failures: refusals } = await acme.write((scope) => getMailHealth(scope))
  assert.deepEqual(
    refusals.map(({ name, title }) => [name, title]),
    [[bea, 'Dark mode']],
  )
  await refusing.smtp.stop()
})

test('a customer’s reply is for whoever wrote the comment; a staff reply for them too, though they did not vote', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  const root = await request.comment('Me too', cleo)
  await request.comment('And me', bea, { parentId: root.id })
  await request.comment('I answer myself', cleo, { parentId: root.id })
  assert.deepEqual(subjects(await desk.deliverDue(3)), [`${cleo}: Re: Dark mode`])
  await request.reply('Thank you', { parentId: root.id })
  assert.deepEqual(
    subjects(await desk.deliverDue(100)),
    [ada, bea, cleo].map((to) => `${to}: Re: Dark mode`),
  )
  // To the team, and to nobody: no news.
  const anonymous = await request.comment('Hm', null)
  const staff = await request.reply('Well', { isInternal: true })
  await request.comment('Why?', bea, { parentId: anonymous.id })
  await request.reply('A note', { parentId: staff.id, isInternal: true })
  assert.deepEqual(await desk.deliverDue(200), [])
})

test('a customer without a name stays nameless to others', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  const root = await request.comment('Me too', cleo)
  await request.comment('And me', bea, { parentId: root.id })
  const [told] = await desk.deliverDue(3)
  assert.match(told!.text, /Someone wrote:\n\nAnd me/)
  assert.doesNotMatch(told!.whole, /bea@|ada@/)
})

test('only what the public sees is told: nothing of pending, rejected, spam, private boards and team notes', async () => {
  const acme = await world.workspace()
  const pending = await acme.api.create('/feedback', { title: 'Secret pending', submitter: { email: ada } })
  await acme.api.create(`/feedback/${pending.id}/comments`, { body: 'Secret reply', kind: 'staff_reply' })
  for (const status of ['rejected', 'spam']) {
    const request = await asked(acme, `Secret ${status}`)
    await request.reply('Secret reply')
    await request.moderate(status)
  }
  const hidden = await asked(acme, 'Secret board')
  await acme.api.create(`/feedback/${(await asked(acme)).id}/comments`, {
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
  assert.deepEqual(await desk.deliverDue(3), [])
  const { rowCount } = await pool.query('select from notification_events where workspace_id = $1', [acme.id])
  assert.equal(rowCount, 0)
})

test('approval tells the submitter that the request is public; closing says so, without a link to what is gone', async () => {
  const acme = await world.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Night', submitter: { email: ada } })
  assert.deepEqual(await desk.deliverDue(3), [])
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  assert.deepEqual(subjects(await desk.deliverDue(3)), [`${ada}: “Night” is now public`])
  await acme.api.create(`/feedback/${id}/comments`, { body: 'It cannot be done.', kind: 'staff_reply' })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'closed' })
  const [told] = await desk.deliverDue(70)
  assert.equal(told!.subject, '“Night” is closed')
  assert.match(told!.text, /The team has closed this request\..*It cannot be done\./s)
  assert.doesNotMatch(told!.whole, /requests\/[0-9a-f-]{36}/)
  // Closed already, as far as anybody knows.
  await acme.api.patch(`/feedback/${id}/status`, { status: 'rejected' })
  assert.deepEqual(await desk.deliverDue(140), [])
})

test('a request that is taken from the public before its messages leave is told to nobody', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  await request.move('planned')
  const [digestId] = await desk.createDigests(3)
  await request.moderate('spam')
  const before = desk.smtp.messages.length
  assert.equal(await desk.deliver(acme.id, digestId!, 3), null)
  assert.equal(desk.smtp.messages.length, before)
})

test('every way of moving a request is news', async () => {
  const acme = await world.workspace()
  const request = await asked(acme)
  const { body } = await acme.api.post(`/feedback/${request.id}/promote`, { status: 'planned' })
  assert.match((await desk.deliverDue(3))[0]!.subject, /is planned/)
  await acme.api.patch(`/roadmap/${body.data.roadmapItem.id}/status`, { status: 'in_progress' })
  assert.match((await desk.deliverDue(70))[0]!.subject, /is in progress/)
  await acme.write((tx) => setStages(tx, [request.id], 'completed'))
  assert.match((await desk.deliverDue(140))[0]!.subject, /is completed/)
  await request.move('in_review')
  assert.match((await desk.deliverDue(210))[0]!.subject, /is under review/)
})

test('news go with the comments of a request that is merged; its own moves do not', async () => {
  const acme = await world.workspace()
  const [source, target] = [await asked(acme, 'Night mode'), await asked(acme, 'Dark mode')]
  await acme.write((tx) => addVote(tx, target.id, { email: cleo }, caps))
  await source.move('planned')
  await source.reply('In May.')

  await acme.write((tx) => mergeFeedback(tx, source.id, target.id))
  assert.deepEqual(
    subjects(await desk.deliverDue(3)),
    [ada, bea, cleo].map((to) => `${to}: Re: Dark mode`),
  )
  const reply = await target.reply('Sooner.')
  await acme.write((tx) => unmergeFeedback(tx, source.id))
  assert.deepEqual(await desk.deliverDue(30), [])
  assert.equal((await desk.deliverDue(70)).length, 3)
  const { rows } = await pool.query('select feedback_id from notification_events where comment_id = $1', [reply.id])
  assert.deepEqual(rows, [{ feedback_id: target.id }])
})

test('names, titles and replies are text and safe Markdown, in headers and both parts', async () => {
  const acme = await world.workspace()
  const request = await asked(acme, '<img src=x onerror=alert(1)>')
  await pool.query(`update feedback set title = E'A\\r\\nBcc: x@y.z <b>' where id = $1`, [request.id])
  await request.reply('<script>alert(1)</script> [x](javascript:alert(1))', { authorName: '<i>Eve</i>' })
  const [told] = await desk.deliverDue(3)
  assert.equal(told!.subject, 'Re: A Bcc: x@y.z <b>')
  assert.doesNotMatch(told!.whole, /^Bcc:/m)
  assert.doesNotMatch(told!.html, /<script|href="javascript|<i>|<b>/)
})

test('a customer who is deleted hears nothing, and a request that is deleted takes its news along', async () => {
  const acme = await world.workspace()
  const [request, gone] = [await asked(acme), await asked(acme, 'Gone')]
  await request.move('planned')
  await gone.move('planned')

  await acme.write((tx) => deleteFeedback(tx, gone.id))
  const id = await customerIdByEmail(world, acme, bea)
  await acme.write((tx) => deleteCustomer(tx, id))
  assert.deepEqual(subjects(await desk.deliverDue(3)), [`${ada}: “Dark mode” is planned`])
})
