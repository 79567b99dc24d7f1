import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBoard } from '../../boards/create.ts'
import { deleteBoard } from '../../boards/delete.ts'
import { publishUnchangedEntry } from '../../changelog/console/publish.ts'
import { saveEntry } from '../../changelog/console/save.ts'
import { newId } from '../../platform/ids.ts'
import { deleteTag } from '../../tags/delete.ts'
import { startBlockingTransaction, waitForBlockedConnections } from '../../test/support/locks.ts'
import { createTestApp, type TestWorkspace } from '../../test/test-app.ts'
import { fanOut } from '../recipients/fan-out.ts'
import type { Audience } from './audience.ts'

const app = await createTestApp()

const schedule = (acme: TestWorkspace, audience: Audience, id?: string, scheduledPublishAt = '2036-03-01T09:30') =>
  acme.write((tx) =>
    saveEntry(tx, id === undefined ? null : { id, updatedAt: null }, {
      title: 'CSV export',
      newTags: [],
      scheduledPublishAt,
      scheduledTimezone: 'UTC',
      plan: { audience, completion: null },
    }),
  )

const addBoard = (acme: TestWorkspace) => acme.write((tx) => createBoard(tx, { name: 'Ideas', slug: 'ideas' }))

/** A rejection that says which field of the form is to blame. */
const atAudience = ({ code, extra }: { code: string; extra: { details: { path: string }[] } }) =>
  code === 'validation_error' && extra.details[0]?.path === '/audience'

test('keeps a tag or a board while a scheduled entry emails its people, and names the entry', async () => {
  const acme = await app.workspace()
  const [tag, board] = [await acme.tag('Calendar'), await addBoard(acme)]
  const { id } = await schedule(acme, `tag:${tag.id}`)
  await assert.rejects(
    acme.write((tx) => deleteTag(tx, tag.id)),
    {
      message:
        'The scheduled entry “CSV export” will email the people who asked for requests with “Calendar”. Choose whom it emails instead, then delete the tag.',
    },
  )
  await schedule(acme, `board:${board.id}`, id)
  await acme.write((tx) => deleteTag(tx, tag.id))
  await assert.rejects(
    acme.write((tx) => deleteBoard(tx, board.id)),
    {
      message:
        'The scheduled entry “CSV export” will email the people who asked on “Ideas”. Choose whom it emails instead, then delete the board.',
    },
  )
  await acme.api.patch(`/changelog/${id}`, { scheduledPublishAt: null })
  await acme.write((tx) => deleteBoard(tx, board.id))
})

test('keeps a board until the recipients of a published entry are listed', async () => {
  const acme = await app.workspace()
  const board = await addBoard(acme)
  const { id, updatedAt } = await acme.api.create('/changelog', { title: 'CSV export' })
  await acme.write((tx) =>
    publishUnchangedEntry(tx, { id, updatedAt }, { audience: `board:${board.id}`, completion: null }),
  )
  await assert.rejects(
    acme.write((tx) => deleteBoard(tx, board.id)),
    {
      message:
        'The entry “CSV export” is about to email the people who asked on “Ideas”. Wait a few minutes, then delete the board.',
    },
  )
  while (await acme.write((tx) => fanOut(tx, { entryId: id })));
  await acme.write((tx) => deleteBoard(tx, board.id))
})

test('neither schedules nor publishes an entry for a board or tag that this workspace does not have', async () => {
  const [acme, other] = [await app.workspace(), await app.workspace()]
  const [foreign, deleted] = [await other.tag('Calendar'), newId()]
  const entry = await schedule(acme, 'nobody')
  for (const audience of [`tag:${foreign.id}`, `board:${foreign.id}`, `tag:${deleted}`] as const) {
    await assert.rejects(schedule(acme, audience), atAudience)
    await assert.rejects(schedule(acme, audience, entry.id), atAudience)
    await assert.rejects(
      acme.write((tx) => publishUnchangedEntry(tx, entry, { audience, completion: null })),
      atAudience,
    )
  }
  assert.equal((await acme.api.get(`/changelog/${entry.id}`)).body.data.state, 'draft')
})

for (const kind of ['board', 'tag'] as const) {
  test(`allows either the deletion of a ${kind} or a schedule for it at the same time, never both`, async () => {
    const acme = await app.workspace()
    const { id } = kind === 'board' ? await addBoard(acme) : await acme.tag('Calendar')
    const blocker = await startBlockingTransaction(app, `select from ${kind}s where id = $1 for update`, [id])
    const plan = schedule(acme, `${kind}:${id}`).then(() => 'done', String)
    await waitForBlockedConnections(app)
    const deletion = acme
      .write(async (tx) => {
        await (kind === 'board' ? deleteBoard(tx, id) : deleteTag(tx, id))
      })
      .then(() => 'done', String)
    await waitForBlockedConnections(app, 2)
    await blocker.release()
    assert.equal([await plan, await deletion].filter((outcome) => outcome === 'done').length, 1)
  })
}
