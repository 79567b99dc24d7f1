import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createBoard } from '../../../server/boards/create.ts'
import { createComment } from '../../../server/comments/create.ts'
import { createFeedback } from '../../../server/feedback/create.ts'
import type { FeedbackCreate } from '../../../server/feedback/schema.ts'
import { createTag } from '../../../server/tags/create.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, type SignedInTeamMember } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const mara = await acme.member('member', 'Mara Lindqvist')
const robin = await acme.member('admin', 'Robin Vale')
await acme.write((tx) => createBoard(tx, { name: 'Ideas', slug: 'ideas' }))
for (const name of ['Mobile', 'Billing']) await acme.write((tx) => createTag(tx, { name, color: '#0d9488' }))

const file = async (request: FeedbackCreate): Promise<string> =>
  (await acme.write((tx) => createFeedback(tx, request, caps))).id

interface Options {
  javaScriptEnabled?: boolean
  viewport?: { width: number; height: number }
  hasTouch?: boolean
}

async function open(path: string, who: SignedInTeamMember = mara, options: Options = {}): Promise<Page> {
  const page = await who.page(options)
  await page.goto(`${acme.home}/requests${path}`)
  if (options.javaScriptEnabled !== false) await waitForHydration(page)
  return page
}

const fact = (page: Page, name: string | RegExp) => page.getByRole('article').getByRole('button', { name })
const history = (page: Page) => page.getByRole('article').getByRole('region', { name: 'History' })
const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notifications' }).getByText(text)

suite('owner, board and tags of a request', () => {
  test('answers and assigns, and undoes the assignment from the notice', async () => {
    const page = await open(`/${await file({ title: 'Answer me', submitter: { email: 'ida@example.com' } })}`)
    await page.getByLabel('Your reply').click()
    await page.keyboard.insertText('On it!')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('article').getByText('On it!').waitFor()
    await fact(page, 'Owner: No owner').click()
    await page.getByRole('group', { name: 'Set owner' }).getByRole('button', { name: 'Mara Lindqvist (you)' }).click()
    await fact(page, 'Owner: Mara Lindqvist').waitFor()
    await history(page).getByText('Mara Lindqvist took this on').waitFor()
    await notice(page, 'Assigned to Mara Lindqvist: Answer me').waitFor()
    await page.keyboard.press('z')
    await fact(page, 'Owner: No owner').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('sets the owner by key, and gives the request to nobody again', async () => {
    const page = await open(`/${await file({ title: 'By key' })}`)
    await page.keyboard.press('a')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await fact(page, 'Owner: Robin Vale').waitFor()
    await history(page).getByText('Mara Lindqvist assigned this to Robin Vale').waitFor()
    await page.keyboard.press('a')
    await page.getByRole('group', { name: 'Set owner' }).getByRole('button', { name: 'No one' }).click()
    await fact(page, 'Owner: No owner').waitFor()
    await history(page).getByText('Mara Lindqvist removed the owner').waitFor()
  })

  test('moves a request to another board', async () => {
    const page = await open(`/${await file({ title: 'Misfiled' })}`)
    const [from] = await acme.write((tx) =>
      tx.db
        .selectFrom('boards')
        .select('name')
        .where('workspace_id', '=', tx.workspaceId)
        .orderBy('position')
        .execute(),
    )
    await fact(page, `Board: ${from!.name}`).click()
    await page.getByRole('group', { name: 'Move to board' }).getByRole('button', { name: 'Ideas' }).click()
    await fact(page, 'Board: Ideas').waitFor()
    await history(page).getByText(`Mara Lindqvist moved it from the ${from!.name} board to Ideas`).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await fact(page, `Board: ${from!.name}`).waitFor()
  })

  test('finds tags by typing, adds and removes them, and creates one for those who manage tags', async () => {
    const id = await file({ title: 'Tag me' })
    const page = await open(`/${id}`, robin)
    await page.keyboard.press('t')
    const menu = page.getByRole('group', { name: 'Set tags' })
    await menu.getByRole('searchbox').fill('b')
    assert.deepEqual(await menu.getByRole('button').allInnerTexts(), ['Billing', 'Mobile', 'Create “b”'])
    await page.keyboard.press('Enter')
    await menu.getByRole('searchbox').fill('Calendar')
    await menu.getByRole('button', { name: 'Create “Calendar”' }).click()
    await menu.getByRole('button', { name: 'Calendar', exact: true }).waitFor()
    await menu.getByRole('button', { name: 'Billing' }).click()
    await page.keyboard.press('Escape')
    await fact(page, 'Tags: Calendar').waitFor()
    await history(page).getByText('Robin Vale removed the tag “Billing”').waitFor()
    await history(page).getByText('Robin Vale added the tag “Calendar”').waitFor()
    await page.locator('.request-tags').getByText('Calendar').waitFor()
    const asMember = await open(`/${id}`)
    await asMember.keyboard.press('t')
    await asMember.getByRole('group', { name: 'Set tags' }).getByRole('searchbox').fill('Nothing')
    await asMember.getByText('No match.').waitFor()
    assert.deepEqual(browserErrors(page), [])
  })

  test('changes owner, board and tags without script', async () => {
    const page = await open(`/${await file({ title: 'No script' })}`, mara, { javaScriptEnabled: false })
    await fact(page, 'Owner: No owner').click()
    await page.getByRole('group', { name: 'Set owner' }).getByRole('button', { name: 'Robin Vale' }).click()
    await fact(page, 'Owner: Robin Vale').click()
    await page.getByRole('article', { name: 'No script' }).waitFor()
  })

  test('shows the facts without scrolling beside the list, on the full page and on a phone', async () => {
    const id = await file({
      title: 'Facts at a glance',
      description: 'Text. '.repeat(400),
      submitter: { email: 'emily@example.com', name: 'Emily Hartley' },
    })
    for (let number = 1; number <= 12; number += 1) {
      await acme.write((tx) => createComment(tx, { of: 'feedback_id', id }, { body: `Comment ${number}` }, caps))
    }
    for (const viewport of [
      { width: 1280, height: 800 },
      { width: 1000, height: 800 },
      { width: 390, height: 844 },
    ]) {
      const page = await open(`/${id}`, mara, { viewport, hasTouch: viewport.width === 390 })
      for (const visible of [
        fact(page, 'Owner: No owner'),
        fact(page, /^Board: /),
        fact(page, 'Add tags'),
        fact(page, 'Promote to roadmap'),
        page.getByRole('article').getByRole('link', { name: '1 vote. See who voted' }),
        page.getByRole('article').getByRole('link', { name: 'Emily Hartley' }).first(),
      ]) {
        const box = await visible.boundingBox()
        assert.ok(box !== null && box.y + box.height <= viewport.height, `${visible} at ${viewport.width}`)
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(width <= viewport.width, `${width} at ${viewport.width}`)
      assert.deepEqual(await accessibilityViolations(page), [])
    }
  })
})

test('sets owner, tag and board of the selected requests, each with one undo', async () => {
  const ids = [await file({ title: 'Bulk one' }), await file({ title: 'Bulk two' })]
  const page = await open('')
  const select = async () => {
    for (const title of ['Bulk one', 'Bulk two']) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  }
  const read = () =>
    acme.write((tx) =>
      tx.db
        .selectFrom('feedback as f')
        .leftJoin('members as m', (join) =>
          join.onRef('m.workspace_id', '=', 'f.workspace_id').onRef('m.id', '=', 'f.owner_id'),
        )
        .leftJoin('feedback_tags as l', (join) =>
          join.onRef('l.workspace_id', '=', 'f.workspace_id').onRef('l.feedback_id', '=', 'f.id'),
        )
        .leftJoin('tags as t', (join) =>
          join.onRef('t.workspace_id', '=', 'f.workspace_id').onRef('t.id', '=', 'l.tag_id'),
        )
        .innerJoin('boards as b', (join) =>
          join.onRef('b.workspace_id', '=', 'f.workspace_id').onRef('b.id', '=', 'f.board_id'),
        )
        .select(['m.id as owner', 't.name as tag', 'b.name as board'])
        .where('f.workspace_id', '=', tx.workspaceId)
        .where('f.id', 'in', ids)
        .execute(),
    )
  const [before] = await read()
  await select()
  await page.getByLabel('Set owner').selectOption({ label: 'Mara Lindqvist (you)' })
  await notice(page, '2 requests assigned to Mara Lindqvist').waitFor()
  await select()
  await page.getByLabel('Add or remove a tag').selectOption({ label: 'Mobile' })
  await notice(page, '2 requests tagged “Mobile”').waitFor()
  await select()
  await page.getByLabel('Move to board').selectOption({ label: 'Ideas' })
  await notice(page, '2 requests moved to Ideas').waitFor()
  for (const row of await read()) {
    assert.deepEqual([row.tag, row.board], ['Mobile', 'Ideas'])
    assert.notEqual(row.owner, null)
  }
  const listed = page.getByRole('listitem').filter({ hasText: 'Bulk one' })
  await listed.getByText('Owner: Mara Lindqvist').waitFor()
  await listed.getByText('Mobile').waitFor()
  await page.keyboard.press('z')
  await listed.getByText('Ideas').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await listed.getByText('Mobile').waitFor({ state: 'detached' })
  await page.keyboard.press('z')
  await listed.getByText('Owner: Mara Lindqvist').waitFor({ state: 'detached' })
  assert.deepEqual(await read(), [before, before])
  assert.deepEqual(browserErrors(page), [])
})

suite('owner, board and tags in the list', () => {
  const row = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
  const stored = async (id: string) => {
    const request = await acme.write((tx) =>
      tx.db
        .selectFrom('feedback')
        .select(['owner_id', 'board_id'])
        .where('workspace_id', '=', tx.workspaceId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    )
    return request.owner_id
  }

  test('sets owner, tags and board of the focused row by key, and undoes the last change', async () => {
    const id = await file({ title: 'Row by key' })
    const page = await open('?search=Row+by+key')
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    const owners = page.getByRole('group', { name: 'Set owner' })
    await owners.getByRole('button', { name: 'Mara Lindqvist (you)' }).waitFor()
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.keyboard.press('Enter')
    await notice(page, 'Assigned to Mara Lindqvist: Row by key').waitFor()
    await row(page, 'Row by key').getByTitle('Owner: Mara Lindqvist').waitFor()
    await page.keyboard.press('t')
    await page.getByRole('searchbox', { name: 'Find a tag' }).fill('Mob')
    await page.keyboard.press('Enter')
    await row(page, 'Row by key').getByText('Mobile').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await page.getByRole('group', { name: 'Move to board' }).getByRole('button', { name: 'Ideas' }).click()
    await notice(page, 'Moved to Ideas: Row by key').waitFor()
    await row(page, 'Row by key').getByText('Ideas').waitFor()
    await page.keyboard.press('z')
    await row(page, 'Row by key').getByText('Ideas').waitFor({ state: 'detached' })
    assert.notEqual(await stored(id), null)
    assert.deepEqual(browserErrors(page), [])
  })

  test('sets the owner from the menu of a row on a phone', async () => {
    await file({ title: 'Row by touch' })
    const page = await open('?search=Row+by+touch', mara, { viewport: { width: 390, height: 844 }, hasTouch: true })
    await page.getByRole('button', { name: 'Actions for Row by touch' }).tap()
    await page.getByRole('group', { name: 'Actions for Row by touch' }).getByRole('button', { name: 'Set owner' }).tap()
    await page.getByRole('group', { name: 'Set owner' }).getByRole('button', { name: 'Robin Vale' }).tap()
    await row(page, 'Row by touch').getByTitle('Owner: Robin Vale').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    assert.deepEqual(browserErrors(page), [])
  })
})
