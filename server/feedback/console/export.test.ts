import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Signer } from '../../platform/crypto/secret-key.ts'
import { asRole, forbiddenError } from '../../test/support/roles.ts'
import { createTestApp, type TestWorkspace, testSecretKey } from '../../test/test-app.ts'
import { exportRequests, recordRequestExport } from './export.ts'
import type { ConsoleFeedbackQuery } from './list.ts'

const app = await createTestApp()
const signer = new Signer(testSecretKey, 'cursors')

async function exportLines({ write }: TestWorkspace, query: ConsoleFeedbackQuery = {}): Promise<string[]> {
  const lines: string[] = []
  await write(async (tx) => {
    recordRequestExport(tx)
    for await (const line of exportRequests(tx, query, signer)) lines.push(line)
  })
  return lines
}

test('exports what is listed, in the order of the list, with formulas defused, and records it', async () => {
  const acme = await app.workspace()
  const submitter = { email: 'ada@example.com', name: '=HYPERLINK("x")' }
  const { id } = await acme.api.create('/feedback', { title: '+1, "please"', description: 'Two\nlines', submitter })
  await acme.api.patch(`/feedback/${id}/stage`, { stage: 'planned' })
  const tag = await acme.tag('Big')
  await app.database.pool.query('insert into feedback_tags values ($1, $2, $3)', [acme.id, id, tag.id])
  await acme.api.create('/feedback', { title: 'Pending' })
  const { createdAt } = (await acme.api.get(`/feedback/${id}`)).body.data
  const [header, line, ...rest] = await exportLines(acme, { stages: ['planned'] })
  assert.ok(header!.startsWith('\ufeff'))
  assert.equal(header!.split(',').length, 15)
  assert.deepEqual(rest, [])
  const expected = `${id},"'+1, ""please""","Two\nlines",planned,approved,1,0,Feature requests,,Big,"'=HYPERLINK(""x"")",${createdAt},`
  assert.ok(line!.startsWith(expected), line ?? '')
  assert.match(line!, /,no,no\r\n$/)
  const { rows } = await app.database.pool.query(
    `select count(*)::int as count from audit_events where workspace_id = $1 and type = 'feedback.list_exported'`,
    [acme.id],
  )
  assert.equal(rows[0].count, 1)
})

test('exports lists of any length, also of a search', async () => {
  const acme = await app.workspace()
  const { id } = await acme.api.create('/feedback', { title: 'Calendar??' })
  await app.database.pool.query(
    `insert into feedback (workspace_id, id, board_id, title, description, status, created_at, updated_at, last_activity_at)
     select workspace_id, uuidv7(), board_id, title, '', status, now(), now(), now()
     from feedback, generate_series(1, 350) where id = $1`,
    [id],
  )
  for (const query of [
    {},
    { search: 'calendar' },
    { search: 'calendar', sort: 'votes' as const },
    // Texts without words, and misspelled ones, are found in other ways.
    { search: '??' },
    { search: '??', sort: 'oldest' as const, isOnRoadmap: false },
    { search: 'calednar' },
  ]) {
    const lines = await exportLines(acme, query)
    assert.equal(new Set(lines).size, 352, JSON.stringify(query))
  }
})

test('rejects exports by members who are not administrators', async () => {
  const acme = await app.workspace()
  await assert.rejects(
    acme.write(async (tx) => recordRequestExport(asRole(tx, 'member'))),
    forbiddenError,
  )
  await assert.rejects(
    acme.write((tx) => exportRequests(asRole(tx, 'member'), {}, signer).next()),
    forbiddenError,
  )
})
