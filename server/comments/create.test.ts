import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createTestApp } from '../test/test-app.ts'

const world = await createTestApp()
const acme = await world.workspace({ name: 'Acme Tables' })
const { api } = acme
const submitter = { email: 'ada@example.com', name: 'Ada' }

const paths = (details: { path: string }[]) => details.map(({ path }) => path)

for (const [parent, body] of [
  ['feedback', { title: 'Dark mode' }],
  ['changelog', { title: 'CSV export' }],
] as const) {
  describe(`comments on ${parent === 'feedback' ? 'a request' : 'an entry'}`, () => {
    let thread: string
    const post = (comment: object) => api.post(`${thread}/comments`, comment)
    const create = (comment: object) => api.create(`${thread}/comments`, comment)
    const count = async () => (await api.get(thread)).body.data.comments

    before(async () => {
      thread = `/${parent}/${(await api.create(`/${parent}`, body)).id}`
    })

    test('posts an anonymous comment from a body alone, and lists it the same way', async () => {
      const { status, body } = await post({ body: ' Yes! ' })
      assert.equal(status, 201)
      const { id, createdAt, updatedAt, ...rest } = body.data
      assert.equal(createdAt, updatedAt)
      assert.deepEqual(rest, {
        body: 'Yes!',
        kind: 'comment',
        author: { type: 'anonymous', name: null },
        parentId: null,
        isInternal: false,
      })
      assert.deepEqual((await api.listAll(`${thread}/comments`)).at(-1), body.data)
    })

    test('shows the name of the submitter but never the email address', async () => {
      assert.deepEqual((await create({ body: 'Yes!', submitter })).author, { type: 'customer', name: 'Ada' })
      const nameless = await create({ body: 'Yes!', submitter: { email: 'bea@example.com' } })
      assert.deepEqual(nameless.author, { type: 'customer', name: null })
      const list = JSON.stringify(await api.listAll(`${thread}/comments`))
      assert.doesNotMatch(list, /@|example\.com/)
    })

    test('signs a staff reply with its author, or else with the workspace name', async () => {
      const signed = await create({ body: 'Soon.', kind: 'staff_reply', authorName: ' Grace ' })
      assert.deepEqual([signed.kind, signed.author], ['staff_reply', { type: 'staff', name: 'Grace' }])
      const plain = await create({ body: 'Soon.', kind: 'staff_reply' })
      assert.deepEqual(plain.author, { type: 'staff', name: 'Acme Tables' })
    })

    test('counts comments but not team notes', async () => {
      const before = await count()
      await create({ body: 'Yes!' })
      await create({ body: 'Soon.', kind: 'staff_reply' })
      assert.equal(await count(), before + 2)
      const note = await create({ body: 'Ask Grace.', kind: 'staff_reply', isInternal: true })
      assert.equal(note.isInternal, true)
      assert.equal(await count(), before + 2)
    })

    test('counts 20 concurrent comments', async () => {
      const before = await count()
      await Promise.all(Array.from({ length: 20 }, () => create({ body: 'Me too' })))
      assert.equal(await count(), before + 20)
    })

    test('accepts a reply to a comment but not to a reply', async () => {
      const parent = await create({ body: 'Yes!' })
      const reply = await create({ body: 'Soon.', kind: 'staff_reply', parentId: parent.id })
      assert.equal(reply.parentId, parent.id)
      const { status, body } = await post({ body: 'When?', parentId: reply.id })
      assert.deepEqual([status, paths(body.error.details)], [400, ['/parentId']])
    })

    test('returns the same 400 for a parent in another thread and one that does not exist', async () => {
      const other = await api.create(`/${parent}`, { title: 'Another thread' })
      const sibling = await api.create(`/${parent}/${other.id}/comments`, { body: 'Elsewhere' })
      const { api: charlie } = await world.workspace()
      const far = await charlie.create(`/${parent}`, { title: 'Far' })
      const foreign = await charlie.create(`/${parent}/${far.id}/comments`, { body: 'Far' })
      const nowhere = '0198c0de-0000-7000-8000-000000000000'
      for (const parentId of [sibling.id, foreign.id, nowhere]) {
        const { status, body } = await post({ body: 'Hm', parentId })
        assert.equal(status, 400)
        assert.deepEqual(body.error.details, [{ path: '/parentId', message: 'must be a comment of this thread' }])
      }
    })

    test('accepts only team notes as replies to a team note', async () => {
      const note = await create({ body: 'Ask Grace.', kind: 'staff_reply', isInternal: true })
      for (const answer of [{ body: 'Hm' }, { body: 'Hm', kind: 'staff_reply' }]) {
        const { status, body } = await post({ ...answer, parentId: note.id })
        assert.deepEqual([status, paths(body.error?.details ?? [])], [400, ['/parentId']])
      }
      const inside = { body: 'Asked.', kind: 'staff_reply', isInternal: true }
      assert.equal((await create({ ...inside, parentId: note.id })).parentId, note.id)
      const open = await create({ body: 'When?' })
      assert.equal((await create({ ...inside, parentId: open.id })).parentId, open.id)
    })

    test('rejects all members of the other kind at once, by path', async () => {
      const asStaff = await post({ body: 'Hm', kind: 'staff_reply', submitter })
      assert.deepEqual([asStaff.status, paths(asStaff.body.error.details)], [400, ['/submitter']])
      const asCustomer = await post({ body: 'Hm', authorName: 'Grace', isInternal: true })
      assert.deepEqual([asCustomer.status, paths(asCustomer.body.error.details)], [400, ['/authorName', '/isInternal']])
    })

    test('neither stores nor counts a rejected comment', async () => {
      const [stored, counted] = [await api.listAll(`${thread}/comments`), await count()]
      const refused = [{}, { body: '' }, { body: ' ' }, { body: 'x'.repeat(10_001) }, { body: 'Hm', kind: 'note' }]
      const more = [
        { authorName: 'x'.repeat(101), kind: 'staff_reply' },
        { parentId: 'x' },
        { submitter: {} },
        { x: 1 },
      ]
      for (const body of [...refused, ...more.map((each) => ({ body: 'Hm', ...each }))]) {
        assert.equal((await post(body)).status, 400, JSON.stringify(body))
      }
      assert.deepEqual([await api.listAll(`${thread}/comments`), await count()], [stored, counted])
    })

    test('returns texts of the maximum length unchanged', async () => {
      const longest = { body: '😀'.repeat(10_000), kind: 'staff_reply', authorName: '字'.repeat(100) }
      const { body, author } = await create(longest)
      assert.deepEqual([body, author.name], [longest.body, longest.authorName])
    })

    test('returns 404 to another workspace for reading and posting', async () => {
      const { api: charlie } = await world.workspace()
      const before = await count()
      assert.equal((await charlie.get(`${thread}/comments`)).status, 404)
      assert.equal((await charlie.post(`${thread}/comments`, { body: 'Hi' })).status, 404)
      assert.equal(await count(), before)
    })
  })
}
