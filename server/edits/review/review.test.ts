import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockCustomer } from '../../customers/blocking/block.ts'
import { deleteCustomer, removeCustomerContent } from '../../customers/deletion/delete.ts'
import { deleteFeedback } from '../../feedback/delete.ts'
import { setStatuses } from '../../feedback/lifecycle/set-status.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { unmergeFeedback } from '../../feedback/merge/unmerge.ts'
import { updateFeedback } from '../../feedback/update.ts'
import { deleteExpiredRows } from '../../housekeeping/delete-expired.ts'
import { getAttention } from '../../overview/attention.ts'
import { postComment, sendEdit, setReviewPolicy, submitRequest } from '../../test/clients/own-content.ts'
import {
  createPortalClient,
  hiddenFieldValue,
  type PortalClient,
  signInCustomer,
} from '../../test/clients/portal-client.ts'
import { dumpTables } from '../../test/support/dump-tables.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { reviewEdit, undoEditReviews } from './decide.ts'
import { listWaitingEdits } from './queue.ts'
import { listTextChanges } from './text-changes.ts'

const app = await createTestApp()
const { pool } = app.database

/** Creates Ada's public request "Dark mode" with her public comment, on a board that now reviews everything. */
async function scene() {
  const acme = await app.workspace({ reviewsComments: 'none' })
  await setPolicy(acme, 'none')
  const ada = await signInCustomer(app, acme, { email: 'ada@x.example', name: 'Ada' })
  const id = await submitRequest(ada, acme, 'Dark mode', 'For the night')
  const comment = await postComment(ada, acme, id, 'First words')
  await setPolicy(acme, 'all')
  const path = `/requests/${id}`
  // Signed in, because pages for signed-out readers may be a few seconds old.
  const reader = await signInCustomer(app, acme, { email: 'reader@x.example' })
  return {
    acme,
    ada,
    id,
    comment,
    path,
    commentPath: `${path}/comments/${comment}`,
    reader,
  }
}

const setPolicy = (acme: TestWorkspace, rule: 'all' | 'none') => setReviewPolicy(app, acme, rule, rule)

/** Opens the edit form of a request or comment and sends it. */
const edit = (client: PortalClient, path: string, fields: Record<string, string>) =>
  sendEdit(client, `${path}/edit`, fields)

const waiting = (acme: TestWorkspace) => acme.write((tx) => listWaitingEdits(tx, { limit: 25 }))
const count = (acme: TestWorkspace) =>
  acme.write(async (tx) => (await getAttention(tx, { isMailConfigured: true })).pendingModeration.count)

/** Decides on the only edit in the queue. */
async function decide(acme: TestWorkspace, to: 'approved' | 'rejected', requestId = 'decision') {
  const [only, ...more] = await waiting(acme)
  assert.deepEqual(more, [])
  await acme.write((tx) => reviewEdit({ ...tx, requestId }, only!.id, to, only!.version))
}
const undo = (acme: TestWorkspace, requestId = 'decision') =>
  acme.write((tx) => undoEditReviews({ ...tx, requestId }, requestId))

test('keeps the public text while an edit waits, and shows the edit to its author only', async () => {
  const { acme, ada, id, path, commentPath, reader } = await scene()
  const held = await edit(ada, path, { title: 'CANARY-1 title', description: 'CANARY-2 text' })
  assert.equal(held.headers.get('location'), `/p/${acme.slug}${path}?held`)
  assert.match((await edit(ada, commentPath, { body: 'CANARY-3 words' })).headers.get('location')!, /\?held#c-/)
  const own = (await ada.get(`${path}?held`)).text
  assert.match(own, /will be public once the team approves them/)
  assert.match(own, /Dark mode[\s\S]*CANARY-1[\s\S]*CANARY-2[\s\S]*First words[\s\S]*CANARY-3/)
  assert.match((await ada.get('/me/data.json')).text, /"waitingEdits":[\s\S]*CANARY-2/)

  const feeds = ['/rss.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/widget.json', '/?search=CANARY']
  for (const client of [reader, createPortalClient(app, acme)])
    for (const url of [path, '/', '/roadmap', '/similar?title=CANARY-1+title', ...feeds])
      assert.doesNotMatch((await client.get(url)).text, /CANARY-\d/, url)
  for (const url of [`/feedback/${id}`, `/feedback/${id}/comments`, '/feedback', '/feedback?search=CANARY'])
    assert.doesNotMatch(JSON.stringify((await acme.api.get(url)).body.data), /CANARY-\d/, url)
  const { pending_edits: stored, ...others } = await dumpTables(app)
  assert.match(JSON.stringify(stored), /CANARY-2/)
  assert.doesNotMatch(JSON.stringify(others), /CANARY-\d/)
})

test('publishes an approved edit, keeps the earlier text, and undoes the approval', async () => {
  const { acme, ada, id, path, commentPath, reader } = await scene()
  await edit(ada, path, { title: 'Nocturnal theme', description: 'For owls' })
  assert.equal(await count(acme), 1)
  await decide(acme, 'approved')
  assert.equal(await count(acme), 0)
  assert.match((await reader.get(path)).text, /Nocturnal theme[\s\S]*For owls/)
  assert.equal((await acme.api.get('/feedback?search=nocturnal')).body.data.length, 1)
  const { rows } = await pool.query('select title, body from content_edits where feedback_id = $1', [id])
  assert.deepEqual(rows, [{ title: 'Dark mode', body: 'For the night' }])
  assert.equal((await undo(acme)).length, 1)
  assert.match((await reader.get(path)).text, /Dark mode[\s\S]*For the night/)
  assert.equal((await acme.api.get('/feedback?search=nocturnal')).body.data.length, 0)
  assert.equal((await pool.query('select from content_edits where feedback_id = $1', [id])).rows.length, 0)
  await decide(acme, 'approved', 'again')

  await edit(ada, commentPath, { body: 'Better words' })
  await decide(acme, 'approved', 'comment')
  assert.match((await reader.get(path)).text, /Nocturnal theme[\s\S]*Better words/)
  await undo(acme, 'comment')
  assert.match((await reader.get(path)).text, /First words/)
})

test('leaves the public text as it is when an edit is rejected, and undoes the rejection', async () => {
  const { acme, ada, path, reader } = await scene()
  await edit(ada, path, { title: 'CANARY-1', description: '' })
  await decide(acme, 'rejected')
  assert.deepEqual(await waiting(acme), [])
  assert.doesNotMatch((await ada.get(path)).text, /CANARY-1/)
  await undo(acme)
  await edit(ada, path, { title: 'CANARY-2', description: '' })
  await decide(acme, 'rejected', 'second')
  await edit(ada, path, { title: 'CANARY-3', description: '' })
  assert.deepEqual(await undo(acme, 'second'), [], 'a newer edit waits')
  assert.deepEqual(
    (await waiting(acme)).map(({ after }) => after.title),
    ['CANARY-3'],
  )
  assert.match((await reader.get(path)).text, /Dark mode[\s\S]*For the night/)
})

test('lets the author change and withdraw an edit that waits', async () => {
  const { acme, ada, path, commentPath } = await scene()
  await edit(ada, path, { title: 'Second', description: '' })
  const [first] = await waiting(acme)
  const form = await ada.get(`${path}/edit`)
  assert.match(form.text, /value="Second"[\s\S]*Withdraw changes/)
  await edit(ada, path, { title: 'Third', description: '' })
  const [second] = await waiting(acme)
  assert.deepEqual([second!.id, second!.createdAt, second!.after.title], [first!.id, first!.createdAt, 'Third'])
  assert.equal(
    (await ada.post(`${path}/edit`, { title: 'Late', description: '', version: hiddenFieldValue(form, 'version') }))
      .status,
    409,
  )
  assert.equal(
    (await ada.post(`${path}/edit/withdraw`, {})).headers.get('location'),
    `/p/${acme.slug}${path}?unchanged`,
  )
  const again = await ada.post(`${path}/edit/withdraw`, {})
  assert.equal(again.headers.get('location'), `/p/${acme.slug}${path}?reviewed`, 'withdrawing twice does no harm')
  await edit(ada, commentPath, { body: 'Second' })
  const restored = await edit(ada, commentPath, { body: 'First words' })
  assert.match(restored.headers.get('location')!, /\?unchanged#c-/)
  assert.deepEqual(await waiting(acme), [])
})

test('does not claim to withdraw an edit that the team has decided about', async () => {
  const { acme, ada, path, commentPath } = await scene()
  for (const [url, fields] of [
    [path, { title: 'Second', description: '' }],
    [commentPath, { body: 'Second' }],
  ] as const) {
    await edit(ada, url, fields)
    await decide(acme, 'approved', url)
    const late = await ada.post(`${url}/edit/withdraw`, {})
    const shown = await ada.get(late.headers.get('location')!.replace(`/p/${acme.slug}`, ''))
    assert.match(shown.text, /The team may have reviewed them already/)
    assert.match(shown.text, /Second/)
  }
  const signedOut = await createPortalClient(app, acme).post(`${path}/edit/withdraw`, {})
  assert.match(decodeURIComponent(signedOut.headers.get('location')!), /next=\/requests\/[^/]+\/edit$/)
})

test('does not publish an edit that its author withdraws at the same moment', async () => {
  const { acme, ada, path, reader } = await scene()
  await edit(ada, path, { title: 'CANARY-8', description: '' })
  const [edited] = await waiting(acme)
  const withdrawal = await startBlockingTransaction(app, 'delete from pending_edits where id = $1', [edited!.id])
  const approval = acme.write((tx) => reviewEdit(tx, edited!.id, 'approved', edited!.version))
  const rejection = assert.rejects(approval, { code: 'not_found' })
  await waitForBlockedConnections(app)
  await withdrawal.release()
  await rejection
  assert.doesNotMatch((await reader.get(path)).text, /CANARY-8/)
})

test('does not let customers withdraw the edits of others', async () => {
  const { acme, ada, path, commentPath } = await scene()
  await edit(ada, path, { title: 'Second', description: '' })
  await edit(ada, commentPath, { body: 'Second' })
  const eve = await signInCustomer(app, acme, { email: 'eve@x.example' })
  for (const url of [path, commentPath]) assert.equal((await eve.post(`${url}/edit/withdraw`, {})).status, 404)
  assert.equal((await waiting(acme)).length, 2)
})

test('rejects an approval of texts that the reviewer has not seen', async () => {
  const { acme, ada, id, path, reader } = await scene()
  await edit(ada, path, { title: 'Second', description: '' })
  const [seen] = await waiting(acme)
  const approve = () => acme.write((tx) => reviewEdit(tx, seen!.id, 'approved', seen!.version))
  await edit(ada, path, { title: 'CANARY-9', description: '' })
  await assert.rejects(approve(), /Read it again/)
  await edit(ada, path, { title: 'Second', description: '' })
  await acme.write((tx) => updateFeedback(tx, id, { description: 'Written by the team' }))
  await assert.rejects(approve(), /Read it again/)
  assert.match((await reader.get(path)).text, /Written by the team/)
  await decide(acme, 'approved')
  await assert.rejects(approve(), { code: 'not_found' })
})

test('decides once when two reviewers decide at the same moment', async () => {
  const { acme, ada, id, path } = await scene()
  await edit(ada, path, { title: 'Second', description: '' })
  const [edited] = await waiting(acme)
  const results = await Promise.allSettled(
    (['approved', 'rejected', 'approved'] as const).map((to) =>
      acme.write((tx) => reviewEdit(tx, edited!.id, to, edited!.version)),
    ),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const { rows } = await pool.query(
    `select from audit_events where target_id = $1 and type = 'feedback.edit_reviewed'`,
    [id],
  )
  assert.equal(rows.length, 1)
})

test('takes edits out of the queue while their request is merged or rejected, and brings them back', async () => {
  const { acme, ada, id, path, commentPath } = await scene()
  const target = (await acme.api.create('/feedback', { title: 'Night mode' })).id as string
  await acme.api.patch(`/feedback/${target}/status`, { status: 'approved' })
  await edit(ada, path, { title: 'Second', description: '' })
  await edit(ada, commentPath, { body: 'Second' })
  const itemsOf = async () => (await waiting(acme)).map(({ item, thread }) => `${item.of} ${thread.title}`)
  await acme.write((tx) => mergeFeedback(tx, id, target))
  assert.deepEqual([await itemsOf(), await count(acme)], [['comment_id Night mode'], 1])
  await acme.write((tx) => unmergeFeedback(tx, id))
  assert.deepEqual(await itemsOf(), ['feedback_id Dark mode', 'comment_id Dark mode'])
  await acme.write((tx) => setStatuses(tx, [id], 'spam'))
  assert.deepEqual(await itemsOf(), ['comment_id Dark mode'])
  await acme.write((tx) => setStatuses(tx, [id], 'approved'))
  assert.equal(await count(acme), 2)
  await acme.write((tx) => deleteFeedback(tx, id))
  assert.equal(await count(acme), 0)
  await deleteExpiredRows(app.database, new AbortController().signal)
  assert.equal((await pool.query('select from pending_edits where workspace_id = $1', [acme.id])).rows.length, 0)
})

test('deletes waiting edits with their author, with all the author’s content, or with the request', async () => {
  const left = async ({ id }: TestWorkspace) =>
    (await pool.query('select from pending_edits where workspace_id = $1', [id])).rows.length
  type Scene = Awaited<ReturnType<typeof scene>>
  const ways: ((parts: Scene) => Promise<unknown>)[] = [
    ({ acme, ada }) => acme.write((tx) => deleteCustomer(tx, ada.customerId)),
    ({ acme, ada }) => acme.write((tx) => removeCustomerContent(tx, ada.customerId)),
    ({ ada, path }) => ada.post(`${path}/delete`, { outcome: 'deleted' }),
  ]
  for (const remove of ways) {
    const parts = await scene()
    await edit(parts.ada, parts.path, { title: 'CANARY-5', description: '' })
    assert.equal(await left(parts.acme), 1)
    await remove(parts)
    assert.equal(await left(parts.acme), 0)
  }
})

test('accepts no edits from a blocked customer, but keeps those that wait in the queue', async () => {
  const { acme, ada, path } = await scene()
  await edit(ada, path, { title: 'Second', description: '' })
  await acme.write((tx) => blockCustomer(tx, ada.customerId))
  assert.equal((await edit(ada, path, { title: 'Third', description: '' })).status, 403)
  assert.equal((await waiting(acme)).length, 1)
})

test('deletes decided edits after two days', async () => {
  const { acme, ada, path } = await scene()
  await edit(ada, path, { title: 'Second', description: '' })
  await decide(acme, 'rejected')
  await deleteExpiredRows(app.database, new AbortController().signal)
  const rows = () => pool.query('select from pending_edits where workspace_id = $1', [acme.id])
  assert.equal((await rows()).rows.length, 1)
  await pool.query(`update pending_edits set reviewed_at = now() - interval '3 days' where workspace_id = $1`, [
    acme.id,
  ])
  await deleteExpiredRows(app.database, new AbortController().signal)
  assert.equal((await rows()).rows.length, 0)
})

test('lists the words that an edit changes, and compares whole texts if too many words changed', () => {
  assert.deepEqual(listTextChanges('Dark mode, please', 'Dark theme, please'), [
    { kind: 'same', text: 'Dark ' },
    { kind: 'removed', text: 'mode' },
    { kind: 'added', text: 'theme' },
    { kind: 'same', text: ', please' },
  ])
  const words = (start: number) => Array.from({ length: 900 }, (_, n) => `w${start + n}`).join(' ')
  assert.deepEqual(
    listTextChanges(words(0), words(5_000)).map(({ kind }) => kind),
    ['removed', 'added'],
  )
})
