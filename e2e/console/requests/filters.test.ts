import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { suite, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { createBoard } from '../../../server/boards/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { createTag } from '../../../server/tags/create.ts'
import { addVote } from '../../../server/votes/on-behalf.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { type ConsoleWorkspace, createBrowserApp } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const member = await acme.member('member', 'Mia Member')
const { tagId, boardId } = await createRequests(acme)

/** Creates a request that passes all filters of the tests, and one that fails each of them. */
async function createRequests({ write }: ConsoleWorkspace) {
  return write(async (tx) => {
    const { id: boardId } = await createBoard(tx, { name: 'Mobile app', slug: 'mobile' })
    const { id: tagId } = await createTag(tx, { name: 'Enterprise', color: '#2563eb' })
    const create = async (title: string, has: { board?: boolean; tag?: boolean; owner?: boolean; stage?: boolean }) => {
      const submitter = { email: 'ada@example.com', name: 'Ada Lovelace' }
      const { board = true, tag = true, owner = true, stage = true } = has
      const { id } = await createFeedback(tx, { title, submitter, ...(board && { boardId }) }, caps)
      await addVote(tx, id, { externalId: 'voter' }, caps)
      if (stage) await setStage(tx, id, 'planned')
      if (tag)
        await tx.db
          .insertInto('feedback_tags')
          .values({ workspace_id: tx.workspaceId, feedback_id: id, tag_id: tagId })
          .execute()
      if (owner)
        await sql`update feedback set owner_id = ${member.memberId} where workspace_id = ${tx.workspaceId} and id = ${id}`.execute(
          tx.db,
        )
    }
    await create('Passes all', {})
    await create('Other board', { board: false })
    await create('Without tag', { tag: false })
    await create('Without owner', { owner: false })
    await create('In review', { stage: false })
    return { tagId, boardId }
  })
}

async function openList(
  path = '',
  options: { viewport?: { width: number; height: number }; javaScriptEnabled?: boolean } = {},
): Promise<Page> {
  const page = await member.page(options)
  await page.goto(`${acme.home}/requests${path}`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

const listed = (page: Page) => page.getByRole('list', { name: 'Requests' }).locator('.row-link').allTextContents()
const chip = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true })

/** Waits until the list shows exactly these requests. */
async function waitForRows(page: Page, titles: string[]): Promise<void> {
  const wanted = titles.toSorted().join()
  await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('.request-list .row-link')]
        .map(({ textContent }) => textContent)
        .sort()
        .join() === text,
    wanted,
  )
}

/** Opens the editor of a filter, and chooses values in it. */
async function choose(page: Page, field: string, ...values: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: field, exact: true }).click()
  const editor = page.getByRole('dialog', { name: `Filter by ${field}` })
  for (const value of values) await editor.getByText(value, { exact: true }).click()
  await page.keyboard.press('Escape')
}

suite('filters of the request list', () => {
  test('combine in the URL, survive a reload, and open for someone else with the same address', async () => {
    const page = await openList()
    await choose(page, 'Stage', 'Planned', 'In progress')
    await waitForRows(page, ['Passes all', 'Other board', 'Without tag', 'Without owner'])
    await choose(page, 'Board', 'Mobile app')
    await waitForRows(page, ['Passes all', 'Without tag', 'Without owner'])
    await choose(page, 'Owner', 'Me')
    await waitForRows(page, ['Passes all', 'Without tag'])
    await choose(page, 'Tag', 'Enterprise')
    await waitForRows(page, ['Passes all'])
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Votes', exact: true }).click()
    await page.getByLabel('At least').fill('1')
    await page.keyboard.press('Enter')
    const expected = `stage=planned&stage=in_progress&board=${boardId}&owner=me&tag=${tagId}&minVotes=1`
    await page.waitForURL(`${acme.home}/requests?${expected}`)
    const chips = [
      'Stage: Planned, In progress',
      'Board: Mobile app',
      'Owner: Me',
      'Tag: Enterprise',
      'Votes: At least 1',
    ]
    for (const text of chips) await chip(page, text).waitFor()
    await page.reload()
    await waitForRows(page, ['Passes all'])
    for (const text of chips) await chip(page, text).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])

    // “Me” is the signed-in member.
    const other = await (await acme.member('admin')).page()
    await other.goto(page.url())
    await other.getByText('No matching requests').waitFor()
    await other.getByRole('link', { name: 'Remove filter: Owner' }).click()
    await waitForRows(other, ['Passes all', 'Without owner'])
    await other.getByRole('link', { name: 'Clear all' }).click()
    await other.waitForURL(`${acme.home}/requests`)
    assert.deepEqual([...browserErrors(page), ...browserErrors(other)], [])
  })

  test('work by keyboard alone, and keep the focus', async () => {
    const page = await openList()
    const focused = (text: string) => page.waitForFunction((it) => document.activeElement?.textContent === it, text)
    await page.getByRole('button', { name: 'Filter', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown')
    await focused('Tag')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('[popover] input') === true)
    await page.keyboard.press('Space')
    await page.waitForURL(new RegExp(`\\?tag=${tagId}$`))
    await waitForRows(page, ['Passes all', 'Other board', 'Without owner', 'In review'])
    await page.keyboard.press('Escape')
    await focused('Filter')
    await chip(page, 'Tag: Enterprise').focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.activeElement?.matches('[popover] input') === true)
    await page.keyboard.press('Escape')
    await focused('Tag:Enterprise')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${acme.home}/requests`)
    await focused('Filter')
    assert.deepEqual(browserErrors(page), [])
  })

  test('find a customer, a range of days and an order, on a phone', async () => {
    const page = await openList('', { viewport: { width: 390, height: 800 } })
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Customer', exact: true }).click()
    await page.getByRole('combobox', { name: 'Customer' }).fill('lovelace')
    await page.getByRole('option', { name: /Ada Lovelace/ }).click()
    await page.waitForURL(/customer=/)
    await chip(page, 'Customer: Ada Lovelace').waitFor()
    await page.getByRole('dialog', { name: 'Filter by Customer' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Created', exact: true }).click()
    await page.getByRole('link', { name: 'Last 7 days' }).click()
    await page.waitForURL(/from=7d/)
    await chip(page, 'Created: Last 7 days').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sort: Newest' }).click()
    await page.getByRole('link', { name: 'Oldest' }).click()
    await page.getByRole('button', { name: 'Sort: Oldest' }).waitFor()
    assert.deepEqual((await listed(page))[0], 'Passes all')
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    assert.deepEqual(await accessibilityViolations(page), [])
    await chip(page, 'Created: Last 7 days').click()
    const editor = page.getByRole('dialog', { name: 'Filter by Created' })
    await editor.waitFor()
    const box = await editor.boundingBox()
    assert.ok(box !== null && box.x >= 0 && box.x + box.width <= 390)
    assert.deepEqual(browserErrors(page), [])
  })

  test('ignore values that are invalid or name something deleted, and say so', async () => {
    const gone = '01900000-0000-7000-8000-000000000000'
    const page = await openList(
      `?tag=${gone}&tag=${tagId}&from=2026-02-30&minVotes=x&stage=planned,nowhere&sort=size&customer=${gone}`,
    )
    const note = page.getByRole('status').filter({ hasText: 'Parts of this URL were ignored' })
    await note.getByText('Stage, Tag, Customer, Created from, Votes, Sort').waitFor()
    await waitForRows(page, ['Passes all', 'Other board', 'Without owner'])
    await page.getByRole('navigation', { name: 'Stages' }).getByRole('link', { name: /^All/ }).click()
    await page.waitForURL(`${acme.home}/requests?tag=${tagId}`)
    await note.waitFor({ state: 'detached' })
  })

  test('keep the counts of the tabs while they filter', async () => {
    const page = await openList(`?stage=planned&tag=${tagId}`)
    const tabs = page.getByRole('navigation', { name: 'Stages' })
    for (const text of ['All 4', 'To review 1', 'Planned 3', 'Closed 0'])
      await tabs.getByRole('link', { name: text, exact: true }).waitFor()
  })

  test('apply to the export, which is for administrators', async () => {
    const page = await (await acme.member('admin')).page()
    await page.goto(`${acme.home}/requests?stage=planned&tag=${tagId}&sort=oldest`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    assert.match(download.suggestedFilename(), /^requests-.*\.csv$/)
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(',')[1]),
      ['Passes all', 'Other board', 'Without owner'],
    )
    const list = await openList()
    assert.equal(await list.getByRole('button', { name: 'Export CSV' }).count(), 0)
    const { status } = await list.evaluate(
      async (path) => {
        const response = await fetch(path, { method: 'POST', body: new URLSearchParams({ intent: 'export' }) })
        return { status: response.status }
      },
      `${new URL(list.url()).pathname}/export`,
    )
    assert.equal(status, 403)
  })

  test('work without script', async () => {
    const page = await openList('?sort=votes', { javaScriptEnabled: false })
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('button', { name: 'Board', exact: true }).click()
    const editor = page.getByRole('dialog', { name: 'Filter by Board' })
    await editor.getByLabel('Mobile app').check()
    await editor.getByRole('button', { name: 'Apply' }).click()
    await page.waitForURL(`${acme.home}/requests?sort=votes&board=${boardId}`)
    await chip(page, 'Board: Mobile app').waitFor()
  })
})
