import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockCustomer } from '../../customers/blocking/block.ts'
import { deleteCustomer } from '../../customers/deletion/delete.ts'
import { mergeFeedback } from '../../feedback/merge/merge.ts'
import { editOwnRequest } from '../../feedback/own/edit.ts'
import { dismissReports, removeReported } from '../../reports/decide.ts'
import { listReportedItems } from '../../reports/queue.ts'
import { postComment, sendEdit, setReviewPolicy, submitRequest } from '../../test/clients/own-content.ts'
import { createPortalClient, hiddenFieldValue, signInCustomer } from '../../test/clients/portal-client.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'

const app = await createTestApp()
const { pool } = app.database
const missing = '01960000-0000-7000-8000-000000000009'

type Rule = Parameters<typeof setReviewPolicy>[2]
const setPolicy = (acme: TestWorkspace, requests: Rule, comments: Rule) =>
  setReviewPolicy(app, acme, requests, comments)

/** A workspace without review, with two customers. */
async function scene() {
  const acme = await app.workspace()
  await setPolicy(acme, 'none', 'none')
  const ada = await signInCustomer(app, acme, { email: 'ada@x.example', name: 'Ada' })
  const eve = await signInCustomer(app, acme, { email: 'eve@x.example', name: 'Eve' })
  return { acme, ada, eve }
}

const age = (table: string, id: string, minutes: number) =>
  pool.query(`update ${table} set created_at = created_at - make_interval(mins => $2) where id = $1`, [id, minutes])
const editsOf = async (id: string) =>
  (
    await pool.query(
      'select title, body from content_edits where feedback_id = $1 or comment_id = $1 order by created_at, id',
      [id],
    )
  ).rows

test('marks edits of a request after 15 minutes, keeps the earlier texts, and finds the request by its new words', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mod', 'For the night')
  const path = `/requests/${id}/edit`
  assert.match((await ada.get(`/requests/${id}`)).text, new RegExp(`href="/p/${acme.slug}${path}"`))
  assert.doesNotMatch((await eve.get(`/requests/${id}`)).text, /\/edit"/)
  const saved = await sendEdit(ada, path, { title: 'Dark mode', description: 'For the night' })
  assert.equal(saved.headers.get('location'), `/p/${acme.slug}/requests/${id}?edited`)
  assert.match((await ada.get(`/requests/${id}?edited`)).text, /Your changes were saved/)
  assert.doesNotMatch((await eve.get(`/requests/${id}`)).text, /class="edited"/)
  await age('feedback', id, 20)
  await sendEdit(ada, path, { title: 'Nocturnal theme', description: 'For owls' })
  assert.match((await eve.get(`/requests/${id}`)).text, /Nocturnal theme[\s\S]*class="edited">edited <time/)
  assert.match((await createPortalClient(app, acme).get('/?search=nocturnal')).text, /Nocturnal theme/)
  assert.deepEqual(await editsOf(id), [
    { title: 'Dark mod', body: 'For the night' },
    { title: 'Dark mode', body: 'For the night' },
  ])
  const { data } = (await acme.api.get(`/feedback/${id}`)).body
  assert.deepEqual([data.title, data.votes, data.updatedAt > data.createdAt], ['Nocturnal theme', 1, true])
})

test('edits a comment in the same way, and hides earlier versions from customers', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  const own = await postComment(eve, acme, id, 'CANARY-7 first words')
  const path = `/requests/${id}/comments/${own}/edit`
  await age('comments', own, 20)
  const saved = await sendEdit(eve, path, { body: 'Second words' })
  assert.equal(saved.headers.get('location'), `/p/${acme.slug}/requests/${id}?edited#c-${own}`)
  for (const client of [eve, ada, createPortalClient(app, acme)]) {
    const { text } = await client.get(`/requests/${id}`)
    assert.match(text, /class="edited"[\s\S]*Second words/)
    assert.doesNotMatch(text, /CANARY-7/)
  }
  assert.deepEqual(await editsOf(own), [{ title: null, body: 'CANARY-7 first words' }])
  assert.match((await eve.get('/me/data.json')).text, /CANARY-7/)
})

test('rejects invalid texts and keeps what was typed', async () => {
  const { acme, ada } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  const own = await postComment(ada, acme, id, 'Words')
  const long = await sendEdit(ada, `/requests/${id}/edit`, { title: '\u200b', description: 'CANARY-1 kept' })
  assert.equal(long.status, 400)
  assert.match(long.text, /Enter a title\.[\s\S]*CANARY-1 kept/)
  const empty = await sendEdit(ada, `/requests/${id}/comments/${own}/edit`, { body: ' \u200b ' })
  assert.match(empty.text, /Write a comment first/)
  assert.deepEqual([await editsOf(id), await editsOf(own)], [[], []])
})

test('rejects an edit of a text that has changed, shows both texts, and then accepts a second save', async () => {
  const { acme, ada } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  const path = `/requests/${id}/edit`
  const version = hiddenFieldValue(await ada.get(path), 'version')
  await acme.api.patch(`/feedback/${id}`, { title: 'Dark mode by the team' })
  const stale = await ada.post(path, { title: 'Dark theme', description: '', version })
  assert.equal(stale.status, 409)
  assert.match(stale.text, /has changed since[\s\S]*Dark mode by the team[\s\S]*value="Dark theme"/)
  const again = hiddenFieldValue(stale, 'version')
  assert.equal((await ada.post(path, { title: 'Dark theme', description: '', version: again })).status, 303)
  // A replayed form has the fingerprint of an older text.
  await sendEdit(ada, path, { title: 'Third', description: '' })
  assert.equal((await ada.post(path, { title: 'Dark theme', description: '', version: again })).status, 409)
})

test('applies a change only once when it is sent twice at the same time', async () => {
  const { acme, ada } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  const version = hiddenFieldValue(await ada.get(`/requests/${id}/edit`), 'version')
  const send = () => ada.post(`/requests/${id}/edit`, { title: 'Dark theme', description: '', version })
  assert.deepEqual(
    (await Promise.all([send(), send(), send()])).map(({ status }) => status),
    [303, 303, 303],
  )
  assert.equal((await editsOf(id)).length, 1)
})

test('holds an edit that adds a link with the rule "links", and publishes one that does not', async () => {
  const { acme, ada, eve: reader } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode', 'See [this](https://good.example/a).')
  const own = await postComment(ada, acme, id, 'See https://good.example/a')
  const commentPath = `/requests/${id}/comments/${own}/edit`
  await setPolicy(acme, 'links', 'links')
  const attacks = [
    'https://evil.example',
    '[x](https://evil.example)',
    '[x][1]\n\n[1]: https://evil.example',
    'me@evil.example',
    'https&#58;//evil.example',
    'https:\\/\\/evil.example',
  ]
  for (const attack of attacks) {
    const held = await sendEdit(ada, commentPath, { body: `See https://good.example/a ${attack}` })
    assert.match(held.headers.get('location')!, /\?held#c-/, attack)
    const request = await sendEdit(ada, `/requests/${id}/edit`, { title: 'Dark mode', description: attack })
    assert.match(request.headers.get('location')!, /\?held$/, attack)
  }
  const titled = await sendEdit(ada, `/requests/${id}/edit`, { title: 'www.evil.example', description: '' })
  assert.match(titled.headers.get('location')!, /\?held$/)
  const fenced = { title: '``` Dark mode', description: '[x](https&colon;//evil.example)' }
  assert.match((await sendEdit(ada, `/requests/${id}/edit`, fenced)).headers.get('location')!, /\?held$/)
  assert.doesNotMatch((await reader.get(`/requests/${id}`)).text, /evil\.example/)
  const saved = await sendEdit(ada, commentPath, { body: 'Please see https://good.example/a.' })
  assert.match(saved.headers.get('location')!, /\?edited#c-/)
  const relabeled = { title: 'Dark', description: '[There](https://good.example/a)' }
  assert.match((await sendEdit(ada, `/requests/${id}/edit`, relabeled)).headers.get('location')!, /\?edited$/)
  assert.match((await reader.get(`/requests/${id}`)).text, /<h1 dir="auto">Dark<[\s\S]*Please see/)
  const { rows } = await pool.query('select 1 from pending_edits where workspace_id = $1', [acme.id])
  assert.equal(rows.length, 0, 'a public edit replaces the one that waits')
})

test('lets authors edit and withdraw content that waits for review, and keeps it waiting', async () => {
  const { acme, ada, eve } = await scene()
  const topic = await submitRequest(eve, acme, 'A topic')
  await setPolicy(acme, 'all', 'all')
  const id = await submitRequest(ada, acme, 'Dark mode')
  const own = await postComment(ada, acme, topic, 'Waiting words')
  const path = `/requests/${topic}/comments/${own}`
  await sendEdit(ada, `/requests/${id}/edit`, { title: 'Dark theme', description: 'https://link.example' })
  await sendEdit(ada, `${path}/edit`, { body: 'Other words https://link.example' })
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.status, 'pending')
  assert.match((await ada.get(`/requests/${topic}`)).text, /Other words[\s\S]*>Withdraw</)
  assert.doesNotMatch((await eve.get(`/requests/${topic}`)).text, /Other words/)
  assert.deepEqual([(await editsOf(id)).length, (await editsOf(own)).length], [1, 1])
  assert.match((await ada.get(`/requests/${id}/delete`)).text, /Withdraw your request\?/)
  for (const [confirmation, done] of [
    [`/requests/${id}/delete`, 'Your request was withdrawn'],
    [`${path}/delete`, 'Your comment was withdrawn'],
  ] as const) {
    const page = await ada.get(confirmation)
    const form = { outcome: hiddenFieldValue(page, 'outcome'), waiting: hiddenFieldValue(page, 'waiting') }
    // Sending the form twice shows the same notice.
    for (const _ of [1, 2]) {
      const location = (await ada.post(confirmation, form)).headers.get('location')!
      assert.match((await ada.get(location.replace(`/p/${acme.slug}`, ''))).text, new RegExp(done))
    }
  }
  assert.equal((await acme.api.get(`/feedback/${id}`)).status, 404)
  const { rows } = await pool.query('select from pending_comments where workspace_id = $1', [acme.id])
  assert.deepEqual([rows.length, await editsOf(id), await editsOf(own)], [0, [], []])
})

test('returns 404 for other people’s content, also in another workspace, and asks signed-out visitors to sign in', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  const own = await postComment(ada, acme, id, 'Words')
  const other = await scene()
  const paths = [`/requests/${id}`, `/requests/${id}/comments/${own}`, `/requests/${missing}`, '/requests/x']
  const form = { title: 'Mine', description: '', body: 'Mine', version: 'x', outcome: 'deleted' }
  for (const client of [eve, other.ada, other.eve]) {
    for (const path of paths) {
      for (const act of ['edit', 'delete']) {
        assert.equal((await client.get(`${path}/${act}`)).status, 404, `${path}/${act}`)
        assert.equal((await client.post(`${path}/${act}`, form)).status, 404, `${path}/${act}`)
      }
    }
  }
  // The comment, in the path of another request or of an entry.
  const second = await submitRequest(ada, acme, 'Second')
  assert.equal((await ada.get(`/requests/${second}/comments/${own}/edit`)).status, 404)
  assert.equal((await ada.get(`/changelog/${id}/comments/${own}/edit`)).status, 200)
  const signedOut = createPortalClient(app, acme)
  for (const path of paths.slice(0, 2)) {
    const answer = await signedOut.post(`${path}/delete`, form)
    assert.match(answer.headers.get('location')!, /\/sign-in\?next=/)
  }
  assert.equal((await signedOut.get(`/requests/${id}`)).text.includes('Dark mode'), true)
})

test('rejects edits by blocked customers, of closed requests, of removed comments, and beyond 50 edits', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  const own = await postComment(ada, acme, id, 'Words')
  await postComment(eve, acme, id, 'A reply', { parent: own })
  const path = `/requests/${id}/comments/${own}`
  const version = hiddenFieldValue(await ada.get(`${path}/edit`), 'version')
  await pool.query(
    `insert into content_edits (workspace_id, id, comment_id, customer_id, body, created_at)
     select $1, gen_random_uuid(), $2, $3, 'x', now() from generate_series(1, 50)`,
    [acme.id, own, ada.customerId],
  )
  assert.match((await ada.post(`${path}/edit`, { body: 'More', version })).text, /edited this 50 times/)
  await pool.query('delete from content_edits where comment_id = $1', [own])
  await acme.write((tx) => blockCustomer(tx, ada.customerId))
  assert.equal((await ada.post(`${path}/edit`, { body: 'More', version })).status, 403)
  assert.equal((await sendEdit(ada, `/requests/${id}/edit`, { title: 'More', description: '' })).status, 403)
  await pool.query('update customers set blocked_at = null where id = $1', [ada.customerId])
  await eve.post(`${path}/report`, { reason: 'spam' })
  await acme.write((tx) => removeReported(tx, own))
  assert.equal((await ada.post(`${path}/edit`, { body: 'More', version })).status, 404)
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'closed' })
  assert.equal((await ada.get(`/requests/${id}/edit`)).status, 404)
})

test('does not edit a request that is merged at the same moment', async () => {
  const { acme, ada, eve } = await scene()
  const [id, target] = [await submitRequest(ada, acme, 'Dark mode'), await submitRequest(eve, acme, 'Night mode')]
  const version = hiddenFieldValue(await ada.get(`/requests/${id}/edit`), 'version')
  const blocker = await startBlockingTransaction(app, 'select from feedback where id = $1 for update', [id])
  const merging = acme.write((tx) => mergeFeedback(tx, id, target))
  await waitForBlockedConnections(app, 1)
  const editing = ada.post(`/requests/${id}/edit`, { title: 'CANARY-5', description: '', version })
  await waitForBlockedConnections(app, 2)
  await blocker.release()
  await merging
  assert.equal((await editing).status, 404)
  assert.equal((await editsOf(id)).length, 0)
  const asAda = acme.write((tx) =>
    editOwnRequest(
      { ...tx, actor: { type: 'customer', id: ada.customerId } },
      target,
      { title: 'Mine', description: '', version },
      { customerId: ada.customerId },
    ),
  )
  await assert.rejects(asAda, /Nothing with this id/)
})

test('deletes a customer’s own unshared request once, with its pending mail', async () => {
  const { acme, ada } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  await postComment(ada, acme, id, 'My own comment')
  assert.match((await ada.get(`/requests/${id}/delete`)).text, /This deletes the request, your vote/)
  const send = () => ada.post(`/requests/${id}/delete`, { outcome: 'deleted' })
  for (const { status, headers } of [await send(), await send()]) {
    assert.deepEqual([status, headers.get('location')], [303, `/p/${acme.slug}/?deleted-request`])
  }
  assert.match((await ada.get('/?deleted-request')).text, /Your request was deleted/)
  assert.equal((await acme.api.get(`/feedback/${id}`)).status, 404)
})

test('removes only the name from a shared request, and asks again if the outcome changes', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(ada, acme, 'Dark mode')
  await sendEdit(ada, `/requests/${id}/edit`, { title: 'Dark theme', description: '' })
  await eve.post(`/requests/${id}/vote`, { vote: 'cast' })
  const changed = await ada.post(`/requests/${id}/delete`, { outcome: 'deleted' })
  assert.equal(changed.status, 409)
  assert.match(changed.text, /has changed since you opened this page[\s\S]*stays on the portal without your name/)
  const done = await ada.post(`/requests/${id}/delete`, { outcome: 'anonymized' })
  assert.equal(done.headers.get('location'), `/p/${acme.slug}/requests/${id}?nameless`)
  const { votes, title } = (await acme.api.get(`/feedback/${id}`)).body.data
  assert.deepEqual([votes, title, await editsOf(id)], [1, 'Dark theme', []])
  const { rows } = await pool.query('select from feedback_context where feedback_id = $1', [id])
  assert.equal(rows.length, 0)
  assert.equal((await ada.get(`/requests/${id}/edit`)).status, 404)
  const planned = await submitRequest(ada, acme, 'Planned')
  await acme.api.patch(`/feedback/${planned}/stage`, { stage: 'planned' })
  assert.match((await ada.get(`/requests/${planned}/delete`)).text, /Remove my name/)
})

test('deletes a comment, leaves a placeholder if it has public or waiting replies, and keeps exact counts', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(eve, acme, 'Dark mode')
  const [lone, answered] = [
    await postComment(ada, acme, id, 'Lone words'),
    await postComment(ada, acme, id, 'Answered words'),
  ]
  await setPolicy(acme, 'none', 'all')
  await postComment(eve, acme, id, 'A waiting reply', { parent: answered })
  const path = (comment: string) => `/requests/${id}/comments/${comment}/delete`
  assert.match((await ada.get(path(answered))).text, /Others have replied/)
  for (const _ of [1, 2]) {
    const done = await ada.post(path(lone), {})
    assert.equal(done.headers.get('location'), `/p/${acme.slug}/requests/${id}?deleted#discussion`)
  }
  await ada.post(path(answered), {})
  const { text } = await eve.get(`/requests/${id}`)
  assert.match(text, /Deleted by its author\.[\s\S]*A waiting reply/)
  assert.doesNotMatch(text, /Lone words|Answered words/)
  assert.equal((await acme.api.get(`/feedback/${id}`)).body.data.comments, 1)
})

test('keeps the text and author of reported content that its author removes, until the team decides', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(eve, acme, 'Insulting title', 'CANARY-2 insult')
  const own = await postComment(eve, acme, id, 'CANARY-3 insult')
  for (const path of [`/requests/${id}`, `/requests/${id}/comments/${own}`])
    await ada.post(`${path}/report`, { reason: 'offensive' })
  await eve.post(`/requests/${id}/comments/${own}/delete`, {})
  await eve.post(`/requests/${id}/delete`, { outcome: 'deleted' })
  const queue = () => acme.write((tx) => listReportedItems(tx, 25))
  const items = await queue()
  assert.deepEqual(
    items.map(({ of, body, author, reasons, isRemoved }) => [of, body, author?.email, reasons, isRemoved]).toSorted(),
    [
      ['comment', 'CANARY-3 insult', 'eve@x.example', { offensive: 1 }, true],
      ['request', 'CANARY-2 insult', 'eve@x.example', { offensive: 1 }, true],
    ],
  )
  for (const { id } of items) await acme.write((tx) => dismissReports(tx, id))
  assert.deepEqual(await queue(), [])
})

test('shows the team the author of a reported request whose author removed their name', async () => {
  const { acme, ada, eve } = await scene()
  const id = await submitRequest(eve, acme, 'Insulting title')
  await ada.post(`/requests/${id}/report`, { reason: 'offensive' })
  await ada.post(`/requests/${id}/vote`, { vote: 'cast' })
  await eve.post(`/requests/${id}/delete`, { outcome: 'anonymized' })
  const [item, ...more] = await acme.write((tx) => listReportedItems(tx, 25))
  assert.deepEqual([item?.id, item?.author?.email, item?.isRemoved, more], [id, 'eve@x.example', false, []])
  await acme.write((tx) => removeReported(tx, id))
  assert.deepEqual(await acme.write((tx) => listReportedItems(tx, 25)), [])
})

test('keeps other people’s waiting replies when the author or the team deletes the comment they answer', async () => {
  for (const isByTeam of [false, true]) {
    const { acme, ada, eve } = await scene()
    const id = await submitRequest(eve, acme, 'Dark mode')
    const answered = await postComment(ada, acme, id, 'Answered words')
    await setPolicy(acme, 'none', 'all')
    const reply = await postComment(eve, acme, id, 'A waiting reply', { parent: answered })
    if (isByTeam) await acme.write((tx) => deleteCustomer(tx, ada.customerId, { withRequests: true }))
    else await ada.post('/me/delete', { written: 'on' })
    const { rows } = await pool.query('select id, status from pending_comments where workspace_id = $1', [acme.id])
    assert.deepEqual(rows, [{ id: reply, status: 'pending' }])
    assert.match((await eve.get(`/requests/${id}`)).text, /A waiting reply/)
    assert.doesNotMatch((await eve.get(`/requests/${id}`)).text, /Answered words/)
  }
})
