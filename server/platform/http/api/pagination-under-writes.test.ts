import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../../boards/create.ts'
import { createTestApp } from '../../../test/test-app.ts'

// The clock stands still while rows are created, so only their ids order them. It advances during the walks.
const app = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await app.workspace()
const { api } = acme
const { pool } = app.database

const tick = () => app.setClock(new Date(Date.UTC(2026, 2, 2) + ticks++).toISOString())
let ticks = 0

type Row = { id: string }

const times = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const created: T[] = []
  for (let index = 0; index < count; index++) created.push(await make(index))
  return created
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

/** Reads a list page by page while `disturb` runs alongside each page. */
async function walk(path: string, limit: number, disturb: (page: number) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  let cursor = ''
  for (let page = 0; ; page++) {
    const query = `${path.includes('?') ? '&' : '?'}limit=${limit}${cursor && `&cursor=${cursor}`}`
    const [{ status, body }] = await Promise.all([api.get(path + query), disturb(page)])
    assert.equal(status, 200)
    assert.ok(body.data.length <= limit)
    assert.equal(body.pagination.hasMore, body.pagination.nextCursor !== null)
    seen.push(...idsOf(body.data))
    if (!body.pagination.hasMore) return seen
    assert.equal(body.data.length, limit)
    cursor = body.pagination.nextCursor
  }
}

/** Asserts that no row was seen twice, and that all rows that existed throughout were seen in order. */
function assertConsistent(seen: string[], throughout: string[]): void {
  assert.equal(new Set(seen).size, seen.length, 'a row was seen twice')
  const there = new Set(throughout)
  assert.deepEqual(
    seen.filter((id) => there.has(id)),
    throughout,
  )
}

/** Picks the ids that the test deletes during the walk. */
const everyFourth = (ids: string[]) => ids.filter((_, index) => index % 4 === 3)

const vote = (id: string | undefined) => pool.query('update feedback set votes = votes + 1 where id = $1', [id])

test('pages through feedback, with every filter, during concurrent writes', async () => {
  const { slug } = await acme.write((scope) => createBoard(scope, { name: 'Walked', slug: 'walked' }))
  const file = (index: number) => api.create('/feedback', { title: `Walk 100% ${index}`, boardId: slug })
  for (const query of [
    '',
    '?stage=pending',
    `?board=${slug}`,
    '?search=k+100%25',
    `?stage=pending&board=${slug}&search=WALK`,
  ]) {
    const before = idsOf(await api.listAll(`/feedback${query}`))
    const created = idsOf(await times(40, file)).reverse()
    const deleted = everyFourth(created)
    const rows = [...created, ...before]
    const seen = await walk(`/feedback${query}`, 7, async (page) => {
      tick()
      await file(page)
      await vote(rows[page * 5])
      await api.post(`/feedback/${rows[page * 3 + 1]}/comments`, { body: 'Yes!' })
      await api.patch(`/feedback/${rows[page]}`, { description: 'Changed' })
      await pool.query('delete from feedback where id = $1', [deleted[page]])
    })
    assertConsistent(
      seen,
      rows.filter((id) => !deleted.includes(id)),
    )
  }
})

test('pages through comments during concurrent writes', async () => {
  const request = await api.create('/feedback', { title: 'Thread' })
  const entry = await api.create('/changelog', { title: 'Thread' })
  for (const thread of [`/feedback/${request.id}/comments`, `/changelog/${entry.id}/comments`]) {
    const created = idsOf(await times(30, (index) => api.create(thread, { body: `Comment ${index}` })))
    const deleted = everyFourth(created)
    const seen = await walk(thread, 4, async (page) => {
      tick()
      if (page < 6) await api.create(thread, { body: 'Me too', kind: 'staff_reply', isInternal: page % 2 === 0 })
      await pool.query('delete from comments where id = $1', [deleted[page]])
    })
    assertConsistent(
      seen,
      created.filter((id) => !deleted.includes(id)),
    )
  }
})

test('pages through the roadmap, with and without a status, during concurrent writes', async () => {
  const statuses = ['planned', 'in_progress', 'done', 'closed']
  await times(48, (index) => api.create('/roadmap', { title: `Item ${index}`, status: statuses[index % 4] }))
  for (const query of ['', '?status=planned']) {
    const rows = await api.listAll(`/roadmap${query}`)
    const deleted = everyFourth(idsOf(rows))
    const seen = await walk(`/roadmap${query}`, 3, async (page) => {
      tick()
      await api.create('/roadmap', { title: 'Another', status: statuses[page % 4] })
      await vote(rows[page].feedbackId)
      await api.patch(`/roadmap/${rows[page].id}`, { title: 'Edited' })
      await pool.query('delete from roadmap_items where id = $1', [deleted[page]])
    })
    assertConsistent(
      seen,
      idsOf(rows).filter((id) => !deleted.includes(id)),
    )
  }
})

test('pages through the changelog, with and without a state, during concurrent writes', async () => {
  await times(40, (index) => api.create('/changelog', { title: `Entry ${index}` }))
  for (const query of ['', '?state=draft']) {
    const rows = idsOf(await api.listAll(`/changelog${query}`))
    const deleted = everyFourth(rows)
    const seen = await walk(`/changelog${query}`, 6, async (page) => {
      tick()
      const { id } = await api.create('/changelog', { title: 'Another' })
      await api.post(`/changelog/${id}/publish`)
      await api.patch(`/changelog/${rows[page * 3]}`, { title: 'Edited' })
      await api.delete(`/changelog/${deleted[page]}`)
    })
    assertConsistent(
      seen,
      rows.filter((id) => !deleted.includes(id)),
    )
  }
})

test('pages through tags while others add and delete before and after the cursor', async () => {
  await times(30, (index) => acme.tag(`${index % 2 ? 'm' : 'M'}${String(index).padStart(2, '0')}`))
  const rows = idsOf(await api.listAll('/tags'))
  const deleted = everyFourth(rows)
  const seen = await walk('/tags', 4, async (page) => {
    await Promise.all([acme.tag(`a${page}`), acme.tag(`Z${page}`), acme.tag(`m10 ${page}`)])
    await pool.query('delete from tags where id = $1', [deleted[page]])
    if (page > 15) throw new Error('The walk does not end.')
  })
  assertConsistent(
    seen,
    rows.filter((id) => !deleted.includes(id)),
  )
})
