import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../../boards/create.ts'
import { createTestApp } from '../../../test/test-app.ts'

// Time stands still while rows are made, so that their ids alone order them; it goes on while readers walk.
const world = await createTestApp({ now: '2026-03-01T09:00:00.000Z' })
const acme = await world.workspace()
const { api } = acme
const { pool } = world.database

const tick = () => world.setClock(new Date(Date.UTC(2026, 2, 2) + ticks++).toISOString())
let ticks = 0

type Row = { id: string }

const times = async <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> => {
  const made: T[] = []
  for (let index = 0; index < count; index++) made.push(await make(index))
  return made
}

const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

/** A reader who takes the list page by page while `disturb` runs beside each page. */
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

/** What a walk owes its reader: no row twice, none missed that was there all the time, all in the order of the list. */
function assertWhole(seen: string[], throughout: string[]): void {
  assert.equal(new Set(seen).size, seen.length, 'a row was seen twice')
  const there = new Set(throughout)
  assert.deepEqual(
    seen.filter((id) => there.has(id)),
    throughout,
  )
}

/** Takes ids from the list, evenly, for others to delete while it is read. */
const everyFourth = (ids: string[]) => ids.filter((_, index) => index % 4 === 3)

const vote = (id: string | undefined) => pool.query('update feedback set votes = votes + 1 where id = $1', [id])

test('feedback, whole and by every filter, while others file, vote, comment, move and delete', async () => {
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
    const made = idsOf(await times(40, file)).reverse()
    const doomed = everyFourth(made)
    const rows = [...made, ...before]
    const seen = await walk(`/feedback${query}`, 7, async (page) => {
      tick()
      await file(page)
      await vote(rows[page * 5])
      await api.post(`/feedback/${rows[page * 3 + 1]}/comments`, { body: 'Yes!' })
      await api.patch(`/feedback/${rows[page]}`, { description: 'Changed' })
      await pool.query('delete from feedback where id = $1', [doomed[page]])
    })
    assertWhole(
      seen,
      rows.filter((id) => !doomed.includes(id)),
    )
  }
})

test('the comments of a request and of an entry, while others comment and delete', async () => {
  const request = await api.create('/feedback', { title: 'Thread' })
  const entry = await api.create('/changelog', { title: 'Thread' })
  for (const thread of [`/feedback/${request.id}/comments`, `/changelog/${entry.id}/comments`]) {
    const made = idsOf(await times(30, (index) => api.create(thread, { body: `Comment ${index}` })))
    const doomed = everyFourth(made)
    const seen = await walk(thread, 4, async (page) => {
      tick()
      if (page < 6) await api.create(thread, { body: 'Me too', kind: 'staff_reply', isInternal: page % 2 === 0 })
      await pool.query('delete from comments where id = $1', [doomed[page]])
    })
    assertWhole(
      seen,
      made.filter((id) => !doomed.includes(id)),
    )
  }
})

test('the roadmap, whole and by column, while others plan, vote, edit and delete', async () => {
  const statuses = ['planned', 'in_progress', 'done', 'closed']
  await times(48, (index) => api.create('/roadmap', { title: `Item ${index}`, status: statuses[index % 4] }))
  for (const query of ['', '?status=planned']) {
    const rows = await api.listAll(`/roadmap${query}`)
    const doomed = everyFourth(idsOf(rows))
    const seen = await walk(`/roadmap${query}`, 3, async (page) => {
      tick()
      await api.create('/roadmap', { title: 'Another', status: statuses[page % 4] })
      await vote(rows[page].feedbackId)
      await api.patch(`/roadmap/${rows[page].id}`, { title: 'Edited' })
      await pool.query('delete from roadmap_items where id = $1', [doomed[page]])
    })
    assertWhole(
      seen,
      idsOf(rows).filter((id) => !doomed.includes(id)),
    )
  }
})

test('the changelog, whole and by state, while others write, edit, publish and delete', async () => {
  await times(40, (index) => api.create('/changelog', { title: `Entry ${index}` }))
  for (const query of ['', '?state=draft']) {
    const rows = idsOf(await api.listAll(`/changelog${query}`))
    const doomed = everyFourth(rows)
    const seen = await walk(`/changelog${query}`, 6, async (page) => {
      tick()
      const { id } = await api.create('/changelog', { title: 'Another' })
      await api.post(`/changelog/${id}/publish`)
      await api.patch(`/changelog/${rows[page * 3]}`, { title: 'Edited' })
      await api.delete(`/changelog/${doomed[page]}`)
    })
    assertWhole(
      seen,
      rows.filter((id) => !doomed.includes(id)),
    )
  }
})

test('tags, while others add and delete before and behind the reader', async () => {
  await times(30, (index) => acme.tag(`${index % 2 ? 'm' : 'M'}${String(index).padStart(2, '0')}`))
  const rows = idsOf(await api.listAll('/tags'))
  const doomed = everyFourth(rows)
  const seen = await walk('/tags', 4, async (page) => {
    await Promise.all([acme.tag(`a${page}`), acme.tag(`Z${page}`), acme.tag(`m10 ${page}`)])
    await pool.query('delete from tags where id = $1', [doomed[page]])
    if (page > 15) throw new Error('The walk does not end.')
  })
  assertWhole(
    seen,
    rows.filter((id) => !doomed.includes(id)),
  )
})
