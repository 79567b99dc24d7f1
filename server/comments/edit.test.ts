import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listEarlierTexts } from '../edits/queries.ts'
import { textVersion } from '../edits/version.ts'
import { markRead } from '../inbox/mark.ts'
import { listMentions } from '../inbox/mentions/queries.ts'
import { removeMember } from '../members/membership.ts'
import { Signer } from '../platform/crypto/secret-key.ts'
import { newId } from '../platform/ids.ts'
import type { WriteScope } from '../platform/scope.ts'
import { addNamedMember, createInboxScene } from '../test/fixtures/inbox.ts'
import { asRole } from '../test/support/roles.ts'
import { createTestApp, testSecretKey } from '../test/test-app.ts'
import { listConsoleComments } from './console.ts'
import { createComment } from './create.ts'
import { editComment } from './edit.ts'

const caps = { free: null, starter: null, growth: null }
const app = await createTestApp()
const { pool } = app.database
const acme = await app.workspace()
const signer = new Signer(testSecretKey, 'cursors')
const notFoundError = { code: 'not_found' }

async function addMember(email: string): Promise<string> {
  const id = newId()
  await pool.query(
    `insert into members (workspace_id, id, email, role, created_at) values ($1, $2, $3, 'member', now())`,
    [acme.id, id, email],
  )
  return id
}
const [mara, robin] = [await addMember('mara@acme.test'), await addMember('robin@acme.test')]

const writeAs = <T>(memberId: string, work: (tx: WriteScope) => Promise<T>) =>
  acme.write((tx) => work(asRole(tx, 'member', memberId)))
const { id: feedbackId } = await acme.api.create('/feedback', {
  title: 'Dark mode',
  submitter: { email: 'ada@example.com' },
})
const thread = { of: 'feedback_id', id: feedbackId } as const
const reply = async (body: string, isInternal = false) =>
  (await writeAs(mara, (tx) => createComment(tx, thread, { body, kind: 'staff_reply', isInternal }, caps))).id
const edit = (id: string, from: string, to: string, memberId = mara) =>
  writeAs(memberId, (tx) => editComment(tx, id, { body: to, version: textVersion(from) }))
const list = (memberId: string) =>
  writeAs(memberId, async (tx) => (await listConsoleComments(tx, thread, {}, signer)).data)
const countRows = async (table: string, id: string) =>
  (await pool.query(`select count(*)::int as count from ${table} where comment_id = $1`, [id])).rows[0].count

test('changes a reply, keeps the earlier text for the team, and sends no second mail', async () => {
  const id = await reply('Soon')
  const mail = await countRows('notification_events', id)
  assert.equal(await edit(id, 'Soon', 'Next week'), true)
  assert.equal(await edit(id, 'Next week', 'Next week'), false)
  const comment = (await list(mara)).find((each) => each.id === id)!
  assert.deepEqual([comment.body, comment.isOwn], ['Next week', true])
  assert.equal((await list(robin)).find((each) => each.id === id)!.isOwn, false)
  assert.deepEqual(
    (await acme.write((tx) => listEarlierTexts(tx, [id]))).map(({ body }) => body),
    ['Soon'],
  )
  assert.equal(await countRows('notification_events', id), mail)
  const { rows } = await pool.query(
    `select data->>'body' as body from events where resource_id = $1 and type = 'comment.updated'`,
    [id],
  )
  assert.deepEqual(rows, [{ body: 'Next week' }])
})

test('changes a team note without an event', async () => {
  const id = await reply('They pay', true)
  await edit(id, 'They pay', 'They pay a lot')
  assert.equal((await list(mara)).find((each) => each.id === id)!.body, 'They pay a lot')
  const { rows } = await pool.query(`select type from events where resource_id = $1`, [id])
  assert.deepEqual(rows, [])
})

test('rejects comments of other members, of customers and of API keys', async () => {
  const mine = await reply('Mine')
  await assert.rejects(edit(mine, 'Mine', 'Yours', robin), notFoundError)
  const byKey = await acme.api.create(`/feedback/${feedbackId}/comments`, { body: 'By key', kind: 'staff_reply' })
  const byCustomer = await acme.api.create(`/feedback/${feedbackId}/comments`, { body: 'By customer' })
  for (const { id, body } of [byKey, byCustomer]) await assert.rejects(edit(id, body, 'x'), notFoundError)
  await assert.rejects(
    acme.write((tx) => editComment(tx, byKey.id, { body: 'x', version: textVersion('By key') })),
    notFoundError,
  )
})

test('rejects an edit of a text that has changed since the form was opened', async () => {
  const id = await reply('One')
  await edit(id, 'One', 'Two')
  await assert.rejects(edit(id, 'One', 'Three'), { code: 'in_progress' })
})

test('notifies the members whom an edit mentions once, and forgets those whom it no longer mentions', async () => {
  const { acme, ada, grace, id: requestId, as, write, inbox } = await createInboxScene(app)
  const commentId = await write(grace, 'Who can look?', { isInternal: true })
  let text = 'Who can look?'
  const change = async (to: string, mentions: string[] = []) => {
    const version = textVersion(text)
    text = to
    await as(grace, (tx) => editComment(tx, commentId, { body: to, version }, mentions))
  }
  const named = async () => (await acme.write((tx) => listMentions(tx, [commentId]))).get(commentId) ?? []
  const unread = async (memberId: string) => (await inbox(memberId)).map((item) => item.unread)
  await change('@Ada Lovelace, can you look?')
  assert.deepEqual(await unread(ada), [1])
  await as(ada, (tx) => markRead(tx, { of: 'feedback_id', id: requestId }))
  await pool.query('delete from member_notifications where workspace_id = $1', [acme.id])
  await change('@Ada Lovelace, could you look?')
  assert.deepEqual([await unread(ada), (await named()).map(({ id }) => id)], [[], [ada]])

  const otherAda = await addNamedMember(app, acme, 'Ada Lovelace')
  await change('@Ada Lovelace, please look.')
  assert.deepEqual([await unread(otherAda), (await named()).map(({ id }) => id)], [[], [ada]])
  await change('Done.')
  assert.deepEqual(await named(), [])
  await change('@Ada Lovelace', [otherAda])
  assert.deepEqual([await unread(ada), await unread(otherAda)], [[], [1]])
  await change('Sorry, wrong person.')
  assert.deepEqual([await unread(otherAda), await named()], [[], []])
})

test('keeps the comment of a member who has left', async () => {
  const sam = await addMember('sam@acme.test')
  const { id } = await writeAs(sam, (tx) => createComment(tx, thread, { body: 'Bye', kind: 'staff_reply' }, caps))
  await acme.write((tx) => removeMember(tx, sam))
  assert.equal((await list(mara)).find((each) => each.id === id)!.isOwn, false)
})
