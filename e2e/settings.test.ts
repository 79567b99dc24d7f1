import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addTag } from '../server/tags/add.ts'
import { complaintsOf, hydrated, openPage, violationsOf } from './browser.ts'
import { createStage } from './stage.ts'

const stage = await createStage({ publicUrl: 'http://heed.test', caps: { free: 4, starter: 1_000, growth: null } })
const acme = await stage.empty('Acme')
const admin = await acme.member('admin', 'Mara Lindqvist')

const pages = [
  '',
  '/boards',
  '/tags',
  '/tokens',
  '/tokens/new',
  '/tracker',
  '/tracker/connect/github',
  '/mail',
  '/audit',
  '/plan',
]
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()

suite('the settings of a workspace', () => {
  test('only owners and admins see them, and strangers not that there are any', async () => {
    const [member, stranger] = await Promise.all([acme.member('member'), stage.person()])
    const [inside, outside] = [await member.page(), await stranger.page()]
    for (const path of pages) {
      assert.equal((await inside.goto(`${acme.home}/settings${path}`))?.status(), 403, path)
      assert.equal((await outside.goto(`${acme.home}/settings${path}`))?.status(), 404, path)
    }
    await inside.getByRole('heading', { name: 'Your role does not allow this' }).waitFor()
    assert.equal(await inside.getByRole('navigation', { name: 'Workspace' }).getByText('Settings').count(), 0)
    const nobody = await openPage()
    await nobody.goto(`${acme.home}/settings/tokens`)
    assert.equal(new URL(nobody.url()).pathname, '/console/sign-in')
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every page passes an accessibility checker in ${colorScheme}, and the browser complains of nothing`, async () => {
      const page = await admin.page({ colorScheme })
      for (const path of pages) {
        await page.goto(`${acme.home}/settings${path}`)
        await hydrated(page)
        assert.deepEqual(await violationsOf(page), [], path)
      }
      assert.deepEqual(complaintsOf(page), [])
    })
  }

  test('the workspace is renamed, and its new address leads on from the form', async () => {
    const own = await stage.empty('Old name')
    const page = await (await own.member('owner')).page()
    await page.goto(`${own.home}/settings`)
    await hydrated(page)
    await page.getByLabel('Name', { exact: true }).fill('New name')
    assert.equal(await page.getByText('The addresses of all pages change').count(), 0)
    await page.getByLabel('Address').fill('new-address')
    await said(page, 'The addresses of all pages change')
    await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
    await page.getByLabel('Logo').fill('https://example.com/logo.svg')
    await page.getByLabel('Accent colour').fill('#FFE14D')
    await said(page, 'Hard to tell from the page')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(/\/w\/new-address\/settings$/)
    await said(page, 'The workspace has this new address')
    await page.reload()
    assert.equal(await page.getByLabel('Accent colour').inputValue(), '#ffe14d')
    assert.equal(await page.getByLabel('Time zone').inputValue(), 'Asia/Tokyo')
    assert.equal((await page.goto(`${own.home}/settings`))?.status(), 404)
  })

  test('what cannot be is told beside its field, also without JavaScript, and nothing that was typed is lost', async () => {
    const page = await admin.page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/settings`)
    await page.getByLabel('Name', { exact: true }).fill('Acme of the North')
    await page.getByLabel('Address').fill('Not An Address')
    await page.getByLabel('Answers go to').fill('nobody')
    await page.getByRole('button', { name: 'Save changes' }).click()
    assert.equal(await page.getByLabel('Address').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Answers go to').getAttribute('aria-invalid'), 'true')
    assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Acme of the North')
  })
})

suite('boards', () => {
  const row = (page: Page, name: string) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  const names = (page: Page) =>
    page.getByRole('list', { name: 'Boards in their order' }).locator('.row-title').allInnerTexts()

  test('a board is made, closed, moved up and deleted', async () => {
    const own = await stage.empty('Boards')
    const page = await (await own.member('admin')).page()
    await page.goto(`${own.home}/settings/boards`)
    await hydrated(page)
    await page.getByRole('link', { name: 'New board' }).click()
    await page.getByLabel('Name').fill('Große Wünsche')
    assert.equal(await page.getByLabel('Address').inputValue(), 'gro-e-wunsche')
    await page.getByLabel('Address').fill('feature-requests')
    await page.getByRole('button', { name: 'Create board' }).click()
    await said(page, 'Is taken by another board of this workspace')
    await page.getByLabel('Address').fill('wishes')
    await page.getByLabel('Those of first-time authors').check()
    await page.getByRole('button', { name: 'Create board' }).click()
    await said(page, '“Große Wünsche” is there')
    await page.getByRole('button', { name: 'Move Große Wünsche up' }).click()
    await said(page, '“Große Wünsche” is at its new place')
    assert.deepEqual(await names(page), ['Große Wünsche', 'Feature requests'])

    await row(page, 'Große Wünsche').getByRole('link', { name: 'Große Wünsche' }).click()
    await page.getByLabel('Takes new requests').uncheck()
    await page.getByLabel('Public').uncheck()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await row(page, 'Große Wünsche').getByText('Closed').waitFor()
    await row(page, 'Große Wünsche').getByText('Team only').waitFor()
    await row(page, 'Große Wünsche').getByText('Reviews first-time authors').waitFor()

    await page.getByRole('button', { name: 'Change Große Wünsche' }).click()
    await row(page, 'Große Wünsche').getByRole('link', { name: 'Delete …' }).click()
    await page.getByRole('button', { name: 'Delete board' }).click()
    await said(page, '“Große Wünsche” is deleted')
    assert.deepEqual(await names(page), ['Feature requests'])
  })

  test('without JavaScript a board is made and moved all the same', async () => {
    const own = await stage.empty('Plain boards')
    const page = await (await own.member('admin')).page({ javaScriptEnabled: false })
    await page.goto(`${own.home}/settings/boards?new`)
    await page.getByLabel('Name').fill('Ideas')
    await page.getByLabel('Address').fill('ideas')
    await page.getByRole('button', { name: 'Create board' }).click()
    await page.getByRole('button', { name: 'Move Ideas up' }).click()
    assert.deepEqual(await names(page), ['Ideas', 'Feature requests'])
  })

  test('a board is dragged to another place', async () => {
    const own = await stage.empty('Dragged boards')
    const page = await (await own.member('admin')).page()
    await page.goto(`${own.home}/settings/boards?new`)
    await hydrated(page)
    await page.getByLabel('Name').fill('Ideas')
    await page.getByRole('button', { name: 'Create board' }).click()
    await said(page, '“Ideas” is there')
    await page.getByRole('listitem').first().hover()
    await page.locator('[data-board][draggable="true"]').nth(1).waitFor()
    await page
      .locator('.board-grip')
      .nth(1)
      .dragTo(page.locator('[data-board]').nth(0), { targetPosition: { x: 100, y: 4 } })
    await said(page, '“Ideas” is at its new place')
    assert.deepEqual(await names(page), ['Ideas', 'Feature requests'])
  })
})

suite('tags', () => {
  test('a tag is made, renamed and deleted, with a word on the entries that have it', async () => {
    const own = await stage.empty('Tags')
    const page = await (await own.member('admin')).page()
    await page.goto(`${own.home}/settings/tags`)
    await hydrated(page)
    await said(page, 'No tags yet')
    await page.getByRole('link', { name: 'New tag' }).click()
    await page.getByLabel('Name').fill('Fixed')
    await page.getByRole('button', { name: 'Create tag' }).click()
    await said(page, 'The tag “Fixed” is there')
    await own.write((tx) => addTag(tx, { name: 'New', color: '#22aa55' }))
    await page.getByRole('link', { name: 'Fixed' }).click()
    await page.getByLabel('Name').fill('new')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'Is taken by another tag of this workspace')
    await page.getByLabel('Name').fill('Mended')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await said(page, 'The tag “Mended” is saved')
    await page.goto(`${own.home}/settings/tags`)
    await page.getByRole('button', { name: 'Change Mended' }).click()
    await page.getByRole('row', { name: 'Mended' }).getByRole('link', { name: 'Delete …' }).click()
    await said(page, 'No entry has it')
    await page.getByRole('button', { name: 'Delete tag' }).click()
    await said(page, 'The tag “Mended” is deleted')
  })
})
