import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deleteEntry } from '../changelog/delete.ts'
import { createComment } from '../comments/create.ts'
import { deleteComment } from '../comments/delete.ts'
import { editComment } from '../comments/edit.ts'
import { textVersion } from '../edits/version.ts'
import { deleteFeedback } from '../feedback/delete.ts'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { unmergeFeedback } from '../feedback/merge/unmerge.ts'
import { deleteExpiredRows } from '../housekeeping/delete-expired.ts'
import { leaveWorkspace } from '../members/membership.ts'
import { addNamedMember, createInboxScene, inboxSigner, minutesLater } from '../test/fixtures/inbox.ts'
import { asRole, forbiddenError } from '../test/support/roles.ts'
import { createTestApp, defaultCaps } from '../test/test-app.ts'
import { markAllRead, markRead, markReview, markUnread } from './mark.ts'
import { listMentions, searchMentionable } from './mentions/queries.ts'
import { recordMentions } from './mentions/record.ts'
import { countUnread, hasUnread, listInbox } from './queries.ts'
import { getReviewItem } from './review.ts'
import { getInboxSettings, updateInboxSettings } from './settings.ts'

const app = await createTestApp()
const { pool } = app.database
const kinds = (items: { kind: string; unread: number }[]) => items.map(({ kind, unread }) => `${kind} ${unread}`)

test('notifies the members that a reply or note names, except its author, and stores the names as written', async () => {
  const { acme, ada, grace, id, write, inbox } = await createInboxScene(app)
  const noteId = await write(grace, 'Can you look, @ada lovelace? cc @Grace', { isInternal: true })
  const [item] = await inbox(ada)
  assert.deepEqual(
    { ...item, at: null },
    {
      feedbackId: id,
      entryId: null,
      title: 'Dark mode',
      kind: 'mentioned',
      commentId: noteId,
      isNote: true,
      actorName: 'Someone',
      excerpt: 'Can you look, @ada lovelace? cc @Grace',
      unread: 1,
      total: 1,
      at: null,
    },
  )
  assert.deepEqual(await inbox(grace), [])
  const mentions = await acme.write((tx) => listMentions(tx, [noteId]))
  assert.deepEqual(new Set(mentions.get(noteId)!.map(({ name }) => name)), new Set(['ada lovelace', 'Grace']))
})

test('mentions neither members of other workspaces nor anyone in a customer’s comment', async () => {
  const [one, other] = [await createInboxScene(app), await createInboxScene(app)]
  await one.write(one.grace, 'Hello @Ada Lovelace', { mentions: [other.ada] })
  await one.answer('Hello @Ada Lovelace')
  assert.deepEqual(await other.inbox(other.ada), [])
  assert.deepEqual(kinds(await one.inbox(one.ada)), ['mentioned 1'])
})

test('mentions the picked one of two members with the same name', async () => {
  const { acme, ada, grace, write, inbox } = await createInboxScene(app)
  const otherAda = await addNamedMember(app, acme, 'Ada Lovelace')
  await write(grace, '@Ada Lovelace', { mentions: [otherAda] })
  assert.deepEqual([(await inbox(ada)).length, (await inbox(otherAda)).length], [0, 1])
})

test('suggests colleagues by the beginning of any word of their name', async () => {
  const { acme, ada, grace, as } = await createInboxScene(app)
  await addNamedMember(app, acme, 'Bob Loveless')
  const search = async (text: string) => (await as(grace, (tx) => searchMentionable(tx, text))).map(({ name }) => name)
  assert.deepEqual(await search(''), ['Ada Lovelace', 'Bob Loveless'])
  assert.deepEqual(await search('LOVE'), ['Ada Lovelace', 'Bob Loveless'])
  assert.deepEqual(await search('ada l'), ['Ada Lovelace'])
  assert.deepEqual(await search('ove'), [])
  assert.deepEqual(await as(ada, (tx) => searchMentionable(tx, 'ada')), [])
})

test('notifies only newly mentioned members when a text changes', async () => {
  const { acme, ada, grace, id, as, write, inbox } = await createInboxScene(app)
  const bob = await addNamedMember(app, acme, 'Bob')
  const commentId = await write(grace, '@Ada Lovelace')
  await as(ada, (tx) => markRead(tx, { of: 'feedback_id', id }))
  await as(grace, (tx) =>
    recordMentions(tx, { id: commentId, thread: { of: 'feedback_id', id }, body: '@Ada Lovelace @Bob' }),
  )
  assert.deepEqual(kinds(await inbox(ada)), ['mentioned 0'])
  assert.deepEqual(kinds(await inbox(bob)), ['mentioned 1'])
  await as(grace, (tx) => recordMentions(tx, { id: commentId, thread: { of: 'feedback_id', id }, body: '@Bob' }))
  const mentions = await acme.write((tx) => listMentions(tx, [commentId]))
  assert.deepEqual(mentions.get(commentId), [{ id: bob, name: 'Bob' }])
})

test('ignores mentions in code, links and quotations', async () => {
  const { grace, write, ada, inbox } = await createInboxScene(app)
  await write(
    grace,
    '> @Ada Lovelace asked\n\n`@Ada Lovelace`\n\n```\n@Ada Lovelace\n```\n[@Ada Lovelace](https://example.com)',
  )
  assert.deepEqual(await inbox(ada), [])
})

test('notifies of a mention in a comment on an entry, until the comment or the entry is deleted', async () => {
  const { acme, ada, grace, as, inbox } = await createInboxScene(app)
  const entry = await acme.api.create('/changelog', { title: 'Night mode', body: '' })
  const other = await acme.api.create('/changelog', { title: 'Bulk export', body: '' })
  const write = (id: string, body: string, minutes: number) =>
    as(
      grace,
      (tx) =>
        createComment(tx, { of: 'entry_id', id }, { kind: 'staff_reply', authorName: 'Grace', body }, defaultCaps),
      minutes,
    )
  const first = await write(entry.id, 'Could @Ada Lovelace look?', 0)
  await write(entry.id, '@Ada Lovelace: again', 1)
  await write(other.id, '@Ada Lovelace', 2)
  const items = async (isUnreadOnly = false) =>
    (await inbox(ada, isUnreadOnly)).map(({ title, entryId, feedbackId, unread, total, kind }) => {
      assert.deepEqual([feedbackId, kind], [null, 'mentioned'])
      return [title, entryId, unread, total]
    })
  assert.deepEqual(await items(), [
    ['Bulk export', other.id, 1, 1],
    ['Night mode', entry.id, 2, 2],
  ])
  assert.equal(await as(ada, (tx) => countUnread(tx)), 2)
  await as(ada, (tx) => markRead(tx, { of: 'entry_id', id: entry.id }))
  assert.equal(await as(ada, (tx) => hasUnread(tx, { of: 'entry_id', id: entry.id })), false)
  assert.deepEqual(await items(true), [['Bulk export', other.id, 1, 1]])
  await as(ada, (tx) => markUnread(tx, { of: 'entry_id', id: entry.id }))
  assert.equal(await as(ada, (tx) => countUnread(tx)), 2)
  const version = textVersion('Could @Ada Lovelace look?')
  await as(grace, (tx) => editComment(tx, first.id, { body: 'Never mind', version }))
  await acme.write((tx) => deleteEntry(tx, other.id))
  assert.deepEqual(await items(), [['Night mode', entry.id, 1, 2]])
  await acme.api.delete(`/changelog/${entry.id}`)
  assert.deepEqual(await items(), [])
})

test('notifies members who answered on an entry about a customer’s comment once it is public', async () => {
  const { acme, ada, grace, as, inbox } = await createInboxScene(app)
  const { id } = await acme.api.create('/changelog', { title: 'Night mode', body: '' })
  const other = await acme.api.create('/changelog', { title: 'Bulk export', body: '' })
  const thread = { of: 'entry_id', id } as const
  const reply = { kind: 'staff_reply', authorName: 'Ada', body: 'Thanks!' } as const
  await as(ada, (tx) => createComment(tx, thread, reply, defaultCaps))
  await as(grace, (tx) => createComment(tx, thread, { ...reply, isInternal: true }, defaultCaps))
  const comment = (entryId: string) =>
    acme.api.create(`/changelog/${entryId}/comments`, {
      body: 'And on phones?',
      submitter: { email: 'kim@example.com' },
    })
  const { id: commentId } = await comment(id)
  await comment(other.id)
  const items = (await inbox(ada)).map(({ entryId, feedbackId, kind, commentId: of, excerpt }) => [
    ...[entryId, feedbackId, kind, of, excerpt],
  ])
  assert.deepEqual(items, [[id, null, 'reply', commentId, 'And on phones?']])
  assert.deepEqual(await inbox(grace), [])
})

test('notifies a new owner once, and removes the unread notification of the previous owner', async () => {
  const { ada, grace, as, id, assign, inbox } = await createInboxScene(app)
  await assign(ada, ada)
  assert.deepEqual(await inbox(ada), [])
  await assign(grace, ada)
  assert.deepEqual(kinds(await inbox(grace)), ['assigned 1'])
  await assign(null, ada)
  assert.deepEqual(await inbox(grace), [])
  await assign(grace, ada)
  await as(grace, (tx) => markRead(tx, { of: 'feedback_id', id }))
  await assign(null, ada)
  await assign(grace, ada)
  assert.deepEqual(
    (await inbox(grace)).map(({ unread, total }) => [unread, total]),
    [[1, 1]],
  )
})

test('notifies the owner and the members who replied in public of a customer’s comment, as one item', async () => {
  const { acme, ada, grace, write, answer, assign, inbox } = await createInboxScene(app)
  const bob = await addNamedMember(app, acme, 'Bob')
  await answer()
  await write(grace, 'Soon')
  await write(bob, 'A note', { isInternal: true })
  await assign(ada, grace)
  await answer('Great **news**')
  const last = await answer('When?')
  assert.deepEqual(await inbox(bob), [])
  const [item] = await inbox(grace)
  assert.deepEqual([item!.kind, item!.commentId, item!.excerpt, item!.unread], ['reply', last, 'When?', 2])
  assert.deepEqual(
    (await inbox(ada)).map(({ kind, unread, total }) => [kind, unread, total]),
    [['reply', 3, 3]],
  )
})

test('knows who replied without the audit log, and forgets a member who has left', async () => {
  const { acme, ada, grace, as, write, answer, inbox } = await createInboxScene(app)
  await write(grace, 'Soon')
  await write(ada, 'Very soon')
  await pool.query(`delete from audit_events where workspace_id = $1`, [acme.id])
  await as(ada, leaveWorkspace)
  await answer()
  assert.deepEqual(kinds(await inbox(grace)), ['reply 1'])
  const { rows } = await pool.query('select member_id from member_notifications where workspace_id = $1', [acme.id])
  assert.deepEqual(rows, [{ member_id: grace }])
})

test('marks items as read and unread, and everything until the page was loaded', async () => {
  const { acme, ada, grace, id, as, write, inbox } = await createInboxScene(app)
  const unread = () => as(ada, countUnread)
  await write(grace, '@Ada Lovelace', { minutes: -5 })
  await write(grace, '@Ada Lovelace again', { minutes: -4 })
  assert.deepEqual([await unread(), await as(ada, (tx) => hasUnread(tx, { of: 'feedback_id', id }))], [1, true])
  await as(ada, (tx) => markRead(tx, { of: 'feedback_id', id }))
  assert.deepEqual(
    [await unread(), await as(ada, (tx) => hasUnread(tx, { of: 'feedback_id', id })), await inbox(ada, true)],
    [0, false, []],
  )
  await as(ada, (tx) => markUnread(tx, { of: 'feedback_id', id }))
  assert.deepEqual(kinds(await inbox(ada, true)), ['mentioned 1'])
  await write(grace, '@Ada Lovelace later', { minutes: 5 })
  await as(ada, (tx) => markAllRead(tx, minutesLater(1)), 6)
  assert.deepEqual(kinds(await inbox(ada)), ['mentioned 1'])
  const grant = (work: (tx: Parameters<typeof markRead>[0]) => Promise<unknown>) =>
    acme.write((tx) => work({ ...asRole(tx, 'member'), actor: { type: 'key', id: null } }))
  const item = { of: 'feedback_id', id } as const
  for (const act of [markRead, markUnread])
    await assert.rejects(
      grant((tx) => act(tx, item)),
      forbiddenError,
    )
  for (const act of [markAllRead, markReview])
    await assert.rejects(
      grant((tx) => act(tx, minutesLater(1))),
      forbiddenError,
    )
})

test('pages through requests by their latest notification', async () => {
  const { acme, ada, grace, as, assign } = await createInboxScene(app)
  const ids: string[] = []
  for (let n = 0; n < 40; n++) ids.push((await acme.api.create('/feedback', { title: `Request ${n}` })).id)
  await assign(ada, grace, ids)
  const list = (cursor?: string) => as(ada, (tx) => listInbox(tx, { isUnreadOnly: false, cursor }, inboxSigner))
  const first = await list()
  const second = await list(first.pagination.nextCursor!)
  assert.deepEqual([first.data.length, second.data.length, second.pagination.hasMore], [30, 10, false])
  assert.deepEqual(new Set([...first.data, ...second.data].map(({ feedbackId }) => feedbackId)), new Set(ids))
  await assert.rejects(
    as(grace, (tx) => listInbox(tx, { isUnreadOnly: false, cursor: first.pagination.nextCursor! }, inboxSigner)),
    { code: 'validation_error' },
  )
  assert.equal(await as(ada, countUnread), 40)
})

test('shows one item for the review queue to members who want it, until nothing waits', async () => {
  const { acme, ada, as } = await createInboxScene(app)
  const review = () => as(ada, getReviewItem, 1)
  const { id } = await acme.api.create('/feedback', { title: 'Waiting' })
  assert.deepEqual([await review(), await as(ada, countUnread)], [null, 0])
  const settings = await as(ada, getInboxSettings)
  await as(ada, (tx) => updateInboxSettings(tx, { ...settings, showsReview: true }))
  const item = await review()
  assert.deepEqual([item!.waiting, item!.isUnread, await as(ada, countUnread)], [1, true, 1])
  await as(ada, (tx) => markReview(tx, item!.newestAt), 1)
  assert.deepEqual([(await review())!.isUnread, await as(ada, countUnread)], [false, 0])
  await as(ada, (tx) => markReview(tx, null))
  assert.equal((await review())!.isUnread, true)
  // Notifications that arrive later stay unread, whatever time the form contains.
  await as(ada, (tx) => markReview(tx, '2999-01-01T00:00:00.000Z'), -1)
  assert.equal((await review())!.isUnread, true)
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  assert.deepEqual([await review(), await as(ada, countUnread)], [null, 0])
})

test('moves notifications with merged requests and their comments, and back when unmerged', async () => {
  const { acme, ada, grace, id, as, write, assign, inbox } = await createInboxScene(app)
  const target = (await acme.api.create('/feedback', { title: 'Night mode' })).id
  await write(grace, '@Ada Lovelace')
  await assign(ada, grace, [id, target])
  await as(grace, (tx) => mergeFeedback(tx, id, target))
  assert.deepEqual(
    (await inbox(ada)).map(({ feedbackId, total }) => [feedbackId, total]),
    [[target, 2]],
  )
  await as(grace, (tx) => unmergeFeedback(tx, id))
  const items = await inbox(ada)
  assert.deepEqual(
    new Map(items.map(({ feedbackId, total }) => [feedbackId, total])),
    new Map([
      [target, 1],
      [id, 2],
    ]),
  )
})

test('does not tell the owner of a merged request that they own its target, and restores their notification', async () => {
  const { acme, ada, grace, id, as, assign, inbox } = await createInboxScene(app)
  const bob = await addNamedMember(app, acme, 'Bob')
  const target = (await acme.api.create('/feedback', { title: 'Night mode' })).id
  await assign(ada, bob)
  await assign(grace, bob, [target])
  const assigned = async (memberId: string) =>
    (await inbox(memberId)).map(({ feedbackId, unread }) => [feedbackId === id ? 'source' : 'target', unread])
  await as(bob, (tx) => mergeFeedback(tx, id, target))
  assert.deepEqual([await assigned(ada), await assigned(grace)], [[], [['target', 1]]])
  await as(bob, (tx) => unmergeFeedback(tx, id))
  assert.deepEqual([await assigned(ada), await assigned(grace)], [[['source', 1]], [['target', 1]]])
  const { rows } = await pool.query(
    `select mail_due_at, mail_id from member_notifications where workspace_id = $1 and member_id = $2`,
    [acme.id, ada],
  )
  assert.deepEqual(rows, [{ mail_due_at: null, mail_id: null }])
})

test('moves the notification of an owner with the request that gives its owner to the target, and back', async () => {
  const { acme, ada, grace, id, as, assign, inbox } = await createInboxScene(app)
  const target = (await acme.api.create('/feedback', { title: 'Night mode' })).id
  await assign(ada, grace)
  const assigned = async (memberId: string) =>
    (await inbox(memberId)).map(({ feedbackId, unread, total }) => [feedbackId, unread, total])
  await as(grace, (tx) => mergeFeedback(tx, id, target))
  assert.deepEqual(await assigned(ada), [[target, 1, 1]])
  await as(ada, (tx) => markRead(tx, { of: 'feedback_id', id: target }))
  await as(grace, (tx) => unmergeFeedback(tx, id))
  assert.deepEqual(await assigned(ada), [[id, 0, 1]])
  await as(grace, (tx) => mergeFeedback(tx, id, target))
  await assign(grace, ada, [target])
  await as(grace, (tx) => unmergeFeedback(tx, id))
  assert.deepEqual([await assigned(ada), await assigned(grace)], [[[id, 0, 1]], [[target, 1, 1]]])
})

test('deletes notifications with their comment, request and member, and keeps no copy of a text', async () => {
  const { acme, ada, grace, id, as, write, answer, assign, inbox } = await createInboxScene(app)
  const secret = 'a text that must not survive'
  await assign(ada, grace)
  const answerId = await answer(secret)
  const { rows } = await pool.query(
    `select n::text as row from member_notifications n where workspace_id = $1
     union all select m::text from comment_mentions m where workspace_id = $1`,
    [acme.id],
  )
  assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(secret)))
  await as(grace, (tx) => deleteComment(tx, answerId))
  assert.deepEqual(kinds(await inbox(ada)), ['assigned 1'])
  await write(grace, '@Ada Lovelace')
  await as(ada, leaveWorkspace)
  const count = async () =>
    (await pool.query('select count(*) from member_notifications where workspace_id = $1', [acme.id])).rows[0].count
  assert.equal(Number(await count()), 0)
  await assign(grace, ada)
  assert.equal(Number(await count()), 1)
  await acme.write((tx) => deleteFeedback(tx, id))
  assert.equal(Number(await count()), 0)
})

test('deletes read notifications after 90 days, and all after a year', async () => {
  const { acme, ada, grace, as, assign } = await createInboxScene(app)
  const ids: string[] = []
  for (const title of ['old and read', 'old and unread', 'ancient', 'new'])
    ids.push((await acme.api.create('/feedback', { title })).id)
  await assign(ada, grace, ids)
  for (const id of [ids[0]!, ids[3]!]) await as(ada, (tx) => markRead(tx, { of: 'feedback_id', id }))
  await pool.query(`update member_notifications set read_at = now() - interval '91 days' where feedback_id = $1`, [
    ids[0],
  ])
  await pool.query(`update member_notifications set created_at = now() - interval '364 days' where feedback_id = $1`, [
    ids[1],
  ])
  await pool.query(`update member_notifications set created_at = now() - interval '366 days' where feedback_id = $1`, [
    ids[2],
  ])
  const deleted = await deleteExpiredRows(app.database, new AbortController().signal)
  assert.equal(deleted.member_notifications, 2)
})
