import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { addsLink } from '../boards/edit-rule.ts'
import { deleteEntry } from '../changelog/delete.ts'
import { deleteComment } from '../comments/delete.ts'
import { deleteCustomer, deleteSelf } from '../customers/deletion/delete.ts'
import { deleteFeedback } from '../feedback/delete.ts'
import { mergeFeedback } from '../feedback/merge/merge.ts'
import { unmergeFeedback } from '../feedback/merge/unmerge.ts'
import { deleteExpiredRows } from '../housekeeping/delete-expired.ts'
import { postComment, setReviewPolicy, submitRequest } from '../test/clients/own-content.ts'
import { createPortalClient, signInCustomer } from '../test/clients/portal-client.ts'
import { createAccountFixtures } from '../test/fixtures/accounts.ts'
import { createDataDir, drawImage, listStoredFiles, readFile, removeFiles, sendFile } from '../test/fixtures/files.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../test/test-app.ts'

const dataDir = await createDataDir()
const app = await createTestApp({ dataDir })
const accounts = await createAccountFixtures(app)

async function scene(input: Parameters<typeof app.workspace>[0] = {}) {
  const acme = await app.workspace(input)
  const member = await accounts.createMember(acme, 'member')
  const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const consoleUrl = `${app.origin}/console/w/${acme.slug}`
  const portalUrl = `${app.origin}/p/${acme.slug}`
  const ada = await signInCustomer(app, acme, { email: 'ada@example.com', name: 'Ada' })
  /** Uploads an image as the member or as Ada. @returns the path and the Markdown */
  const upload = async (as: 'member' | 'ada', name = 'photo.png'): Promise<{ path: string; markdown: string }> => {
    const [base, session] = as === 'member' ? [consoleUrl, cookie] : [portalUrl, ada.cookie]
    const { status, body } = await sendFile(`${base}/files`, session, name, await drawImage())
    assert.equal(status, 200, JSON.stringify(body))
    return body
  }
  /** The statuses of a file for: the team, its customer, another customer, a stranger, the team of another workspace. */
  const statuses = async (path: string) => {
    const bob = await signInCustomer(app, acme, { email: 'bob@example.com' })
    const [team, own, other, stranger, foreign] = await Promise.all([
      readFile(`${consoleUrl}${path}`, cookie),
      readFile(`${portalUrl}${path}`, ada.cookie),
      readFile(`${portalUrl}${path}`, bob.cookie),
      readFile(`${portalUrl}${path}`),
      readFile(`${consoleUrl}${path}`, await foreignCookie()),
    ])
    return [team, own, other, stranger, foreign].map(({ status }) => status)
  }
  return { acme, member, cookie, consoleUrl, portalUrl, ada, upload, statuses }
}

let foreign: Promise<string> | undefined
function foreignCookie(): Promise<string> {
  foreign ??= (async () => {
    const member = await accounts.createMember(await app.workspace(), 'owner')
    return [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  })()
  return foreign
}

async function approvedRequest({ api }: TestWorkspace, description = ''): Promise<string> {
  const { id } = await api.create('/feedback', { title: 'Dark mode', description })
  await api.patch(`/feedback/${id}/status`, { status: 'approved' })
  return id
}

const everyone = [200, 200, 200, 200, 404]
const teamOnly = [200, 404, 404, 404, 404]

test('shows an upload to its uploader only, until a text refers to it', async () => {
  const { acme, upload, statuses, consoleUrl } = await scene()
  const byMember = await upload('member')
  assert.deepEqual(await statuses(byMember.path), teamOnly)
  const colleague = await accounts.createMember(acme, 'owner')
  const cookie = [...colleague.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  assert.equal((await readFile(`${consoleUrl}${byMember.path}`, cookie)).status, 404)
  const byCustomer = await upload('ada')
  assert.deepEqual(await statuses(byCustomer.path), [404, 200, 404, 404, 404])
})

test('shows a file of a public reply to everyone, and one of a team note to the team only', async () => {
  const { acme, upload, statuses } = await scene()
  const id = await approvedRequest(acme)
  const [reply, note] = [await upload('member'), await upload('member')]
  await acme.api.create(`/feedback/${id}/comments`, { body: reply.markdown, kind: 'staff_reply' })
  await acme.api.create(`/feedback/${id}/comments`, { body: note.markdown, kind: 'staff_reply', isInternal: true })
  assert.deepEqual(await statuses(reply.path), everyone)
  assert.deepEqual(await statuses(note.path), teamOnly)
  const page = await createPortalClient(app, acme).get(`/requests/${id}`)
  assert.match(page.text, new RegExp(`<img src="/p/${acme.slug}${reply.path}" alt="photo.png"`))
})

test('follows the visibility of the request', async () => {
  const { acme, ada, upload, statuses, portalUrl } = await scene()
  const { path, markdown } = await upload('ada')
  const id = await submitRequest(ada, acme, 'Dark mode', markdown)
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  assert.deepEqual(await statuses(path), everyone)
  await acme.api.patch(`/feedback/${id}/status`, { status: 'rejected' })
  assert.deepEqual(await statuses(path), [200, 200, 404, 404, 404])
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await app.database.pool.query('update workspaces set portal_shows_requests = false where workspace_id = $1', [
    acme.id,
  ])
  assert.equal((await readFile(`${portalUrl}${path}`)).status, 404)
})

test('hides a file that the team takes down, whoever else mentions it, apart from the team', async () => {
  const { acme, ada, upload, statuses } = await scene()
  await setReviewPolicy(app, acme, 'none', 'none')
  const bob = await signInCustomer(app, acme, { email: 'bob@example.com' })
  const id = await approvedRequest(acme)
  const [byAda, byTeam, quoted] = [await upload('ada'), await upload('member'), await upload('ada')]
  const texts = [byAda, byTeam, quoted].map(({ markdown }) => markdown).join(' ')
  const own = await postComment(ada, acme, id, `${byAda.markdown} ${quoted.markdown}`)
  const reply = await acme.api.create(`/feedback/${id}/comments`, { body: byTeam.markdown, kind: 'staff_reply' })
  await postComment(bob, acme, id, texts)
  await submitRequest(bob, acme, 'Copied', `${byAda.markdown} ${quoted.markdown}`)
  await acme.api.create('/feedback', { title: 'Without a submitter', description: byAda.markdown })
  assert.deepEqual(await statuses(byAda.path), everyone)
  await acme.api.create(`/feedback/${id}/comments`, { body: quoted.markdown, kind: 'staff_reply' })
  await acme.write((tx) => deleteComment(tx, own))
  await acme.write((tx) => deleteComment(tx, reply.id))
  assert.deepEqual(await statuses(byAda.path), [404, 404, 404, 404, 404])
  assert.deepEqual(await statuses(byTeam.path), [404, 404, 404, 404, 404])
  assert.deepEqual(await statuses(quoted.path), everyone)
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [quoted.path.split('/')[2]])
})

test('shows the files of a customer whose merged request is restored', async () => {
  const { acme, ada, upload, statuses } = await scene()
  const { path, markdown } = await upload('ada')
  const [merged, target] = [await submitRequest(ada, acme, 'Dark mode', markdown), await approvedRequest(acme)]
  await acme.api.patch(`/feedback/${merged}/status`, { status: 'approved' })
  await acme.write((tx) => mergeFeedback(tx, merged, target))
  assert.deepEqual(await statuses(path), [200, 200, 404, 404, 404])
  await acme.write((tx) => unmergeFeedback(tx, merged))
  assert.deepEqual(await statuses(path), everyone)
})

test('shows the images of a comment that waits for review to its author and the team', async () => {
  const { acme, ada, upload, statuses } = await scene()
  await setReviewPolicy(app, acme, 'all', 'all')
  const id = await approvedRequest(acme)
  const { path, markdown } = await upload('ada')
  await postComment(ada, acme, id, markdown)
  assert.deepEqual(await statuses(path), [200, 200, 404, 404, 404])
})

test('holds a comment with an image for review where comments with links wait', async () => {
  const { acme, ada, upload, statuses } = await scene({ reviewsComments: 'links' })
  const id = await approvedRequest(acme)
  const { path, markdown } = await upload('ada')
  await postComment(ada, acme, id, markdown)
  assert.deepEqual(await statuses(path), [200, 200, 404, 404, 404])
  assert.equal(addsLink(['before'], [`before ${markdown}`]), true)
})

test('hides the files of a private portal from strangers, apart from its logo and those of published entries', async () => {
  const { acme, upload, portalUrl, ada } = await scene()
  const [entry, request, logo] = [await upload('member'), await upload('member'), await upload('member', 'logo.png')]
  const { id } = await acme.api.create('/changelog', { title: 'Night', body: entry.markdown })
  assert.equal((await readFile(`${portalUrl}${entry.path}`)).status, 404)
  await acme.api.post(`/changelog/${id}/publish`)
  await approvedRequest(acme, request.markdown)
  await app.database.pool.query(
    `update workspaces set portal_access = 'private', portal_allowed_emails = '{ada@example.com}', logo_url = $2
     where workspace_id = $1`,
    [acme.id, logo.path],
  )
  const read = async (path: string, cookie = '') => (await readFile(`${portalUrl}${path}`, cookie)).status
  assert.deepEqual(await Promise.all([entry, request, logo].map(({ path }) => read(path))), [200, 404, 200])
  assert.equal(await read(request.path, ada.cookie), 200)
  const { headers } = await readFile(`${portalUrl}${entry.path}`)
  assert.equal(headers.get('cache-control'), 'private, no-store')
})

test('serves files with headers that make them inert', async () => {
  const { acme, upload, portalUrl, cookie, consoleUrl } = await scene()
  const image = await upload('member')
  const sent = await sendFile(
    `${consoleUrl}/files`,
    cookie,
    'Straße/../evil "name".pdf',
    '%PDF-1.7\n<script>alert(1)</script>',
  )
  await approvedRequest(acme, `${image.markdown} ${sent.body.markdown}`)
  const { headers, bytes } = await readFile(`${portalUrl}${image.path}`)
  assert.equal((await sharp(bytes).metadata()).format, 'png')
  assert.equal(headers.get('content-type'), 'image/png')
  assert.equal(headers.get('content-security-policy'), "sandbox; default-src 'none'")
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('cache-control'), 'public, max-age=86400, immutable')
  const pdf = await readFile(`${portalUrl}${sent.body.path}`)
  assert.equal(pdf.headers.get('content-disposition'), 'attachment; filename="evil-name.pdf"')
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  const own = await readFile(`${consoleUrl}${image.path}`, cookie)
  assert.equal(own.headers.get('cache-control'), 'private, no-store')
  for (const path of ['/files/..%2f..%2fsecret-key/x', `/files/${acme.id}/x`, '/files/x/y']) {
    assert.equal((await readFile(`${portalUrl}${path}`)).status, 404, path)
  }
})

test('rejects uploads of strangers, of blocked customers, to other workspaces and from other sites', async () => {
  const { acme, ada, portalUrl, consoleUrl, cookie } = await scene()
  const image = await drawImage()
  const status = async (url: string, session: string) => (await sendFile(url, session, 'a.png', image)).status
  assert.equal(await status(`${portalUrl}/files`, ''), 401)
  assert.equal(await status(`${consoleUrl}/files`, ''), 401)
  assert.equal(await status(`${consoleUrl}/files`, await foreignCookie()), 404)
  await app.database.pool.query('update customers set blocked_at = now() where workspace_id = $1', [acme.id])
  assert.equal(await status(`${portalUrl}/files`, ada.cookie), 403)
  for (const [url, session] of [
    [`${portalUrl}/files`, ada.cookie],
    [`${consoleUrl}/files`, cookie],
  ] as const) {
    const headers = { cookie: session, origin: 'https://evil.example' }
    const response = await fetch(url, { method: 'POST', body: new Uint8Array(image), headers })
    assert.equal(response.status, 403)
  }
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

test('removes a file with the last text that refers to it', async () => {
  const { acme, upload } = await scene()
  const id = await approvedRequest(acme)
  const { markdown } = await upload('member')
  const comment = await acme.api.create(`/feedback/${id}/comments`, { body: markdown, kind: 'staff_reply' })
  const entry = await acme.api.create('/changelog', { title: 'Night', body: markdown })
  await acme.write((tx) => deleteComment(tx, comment.id))
  await removeFiles(app, dataDir)
  assert.equal((await listStoredFiles(dataDir, acme)).length, 1)
  await acme.write((tx) => deleteEntry(tx, entry.id))
  assert.equal(await removeFiles(app, dataDir), 1)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

test('keeps the files of a merged request, and removes them with it', async () => {
  const { acme, upload, statuses } = await scene()
  const { path, markdown } = await upload('member')
  const [merged, target] = [await approvedRequest(acme, markdown), await approvedRequest(acme)]
  await acme.write((tx) => mergeFeedback(tx, merged, target))
  await removeFiles(app, dataDir)
  assert.deepEqual(await statuses(path), teamOnly)
  await acme.write((tx) => unmergeFeedback(tx, merged))
  assert.deepEqual(await statuses(path), everyone)
  await acme.write((tx) => deleteFeedback(tx, merged))
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})

for (const withRequests of [true, false]) {
  const fate = withRequests ? 'and those of their texts' : 'and keeps those of texts that stay'
  test(`removes the uploads of a customer who is deleted, ${fate}`, async () => {
    const { acme, ada, upload } = await scene()
    const [attached] = [await upload('ada'), await upload('ada')]
    await submitRequest(ada, acme, 'Dark mode', attached.markdown)
    assert.equal((await listStoredFiles(dataDir, acme)).length, 2)
    await acme.write((tx) => deleteCustomer(tx, ada.customerId, { withRequests }))
    await removeFiles(app, dataDir)
    assert.deepEqual(await listStoredFiles(dataDir, acme), withRequests ? [] : [attached.path.split('/')[2]])
  })
}

test('removes the uploads of customers who delete what they wrote, even if others quote them', async () => {
  const { acme, ada, upload } = await scene()
  const bob = await signInCustomer(app, acme, { email: 'bob@example.com' })
  const [shared, quoted] = [await upload('ada'), await upload('ada')]
  const id = await submitRequest(ada, acme, 'Dark mode', shared.markdown)
  await acme.api.patch(`/feedback/${id}/status`, { status: 'approved' })
  await postComment(ada, acme, id, quoted.markdown)
  await postComment(bob, acme, id, 'Me too')
  await acme.api.create(`/feedback/${id}/comments`, { body: quoted.markdown, kind: 'staff_reply' })
  const actor = { type: 'customer', id: ada.customerId } as const
  await acme.write((tx) => deleteSelf({ ...tx, actor }, ada.customerId, { withRequests: true }))
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [shared.path.split('/')[2]])
})

test('lists the uploads of customers in the export of their data', async () => {
  const { ada, upload } = await scene()
  await upload('member', 'by-the-team.png')
  await upload('ada', 'mine.png')
  const { uploads } = JSON.parse((await ada.get('/me/data.json')).text)
  assert.deepEqual(
    uploads.map(({ name, type }: { name: string; type: string }) => [name, type]),
    [['mine.png', 'image/png']],
  )
  assert.ok(Date.parse(uploads[0].at))
})

test('removes an upload that no text refers to after a day', async () => {
  const { acme, upload } = await scene()
  await upload('member')
  const isNew = await upload('member')
  await app.database.pool.query(
    `update files set created_at = now() - interval '25 hours' where workspace_id = $1 and id <> $2`,
    [acme.id, isNew.path.split('/')[2]],
  )
  assert.equal((await deleteExpiredRows(app.database, new AbortController().signal)).files, 1)
  assert.equal(await removeFiles(app, dataDir), 1)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [isNew.path.split('/')[2]])
})

test('keeps an upload that a text begins to refer to while expired ones are deleted', async () => {
  const { acme, upload, statuses } = await scene()
  const { path, markdown } = await upload('member')
  await app.database.pool.query(`update files set created_at = now() - interval '25 hours' where workspace_id = $1`, [
    acme.id,
  ])
  const id = await approvedRequest(acme)
  const writing = await startBlockingTransaction(
    app,
    'update feedback set description = $2 where workspace_id = $1 and id = $3',
    [acme.id, markdown, id],
  )
  const deletion = deleteExpiredRows(app.database, new AbortController().signal)
  await waitForBlockedConnections(app)
  await writing.release()
  assert.equal((await deletion).files, 0)
  assert.deepEqual(await statuses(path), everyone)
})

test('removes the files of a deleted workspace', async () => {
  const { acme, upload } = await scene()
  await upload('member')
  await app.database.pool.query('delete from files where workspace_id = $1', [acme.id])
  await removeFiles(app, dataDir)
  assert.deepEqual(await listStoredFiles(dataDir, acme), [])
})
