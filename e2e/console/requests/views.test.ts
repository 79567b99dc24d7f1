import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { createFeedback } from '../../../server/feedback/create.ts'
import { setStage } from '../../../server/feedback/lifecycle/set-stage.ts'
import { createTag } from '../../../server/tags/create.ts'
import { deleteTag } from '../../../server/tags/delete.ts'
import { accessibilityViolations, browserErrors, waitForHydration } from '../../support/browser.ts'
import { createBrowserApp, type SignedInTeamMember } from '../../support/browser-app.ts'

const caps = { free: 100, starter: 1_000, growth: null }
const browserApp = await createBrowserApp()
const acme = await browserApp.emptyWorkspace('Acme')
const [ada, bob] = [await acme.member('member', 'Ada Ahlberg'), await acme.member('member', 'Bob Brandt')]
await acme.write(async (tx) => {
  for (const title of ['Dark mode', 'Light mode']) {
    const { id } = await createFeedback(tx, { title }, caps)
    await setStage(tx, id, 'planned')
  }
  await createFeedback(tx, { title: 'Waiting' }, caps)
})

async function open(member: SignedInTeamMember, path: string, options = {}): Promise<Page> {
  const page = await member.page(options)
  await page.goto(`${acme.home}${path}`)
  await waitForHydration(page)
  return page
}

const rail = (page: Page) => page.getByRole('list', { name: 'Saved views' })
const viewLink = (page: Page, name: string | RegExp) => rail(page).getByRole('link', { name })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function saveView(page: Page, name: string, isShared = false): Promise<void> {
  await page.getByRole('button', { name: 'Save view', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByLabel('Name').fill(name)
  if (isShared) await dialog.getByLabel('Share with the team').check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await heading(page, name).waitFor()
}

const chooseOption = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

suite('saved views', () => {
  test('are saved, shared, used by a second member, changed and deleted', async () => {
    const page = await open(ada, '/requests?stage=planned&minVotes=0&sort=oldest')
    await saveView(page, 'Next up')
    await page.getByText('Only you can see this view').waitFor()
    assert.match(page.url(), /\?view=[0-9a-f-]{36}&stage=planned&minVotes=0&sort=oldest$/)
    assert.deepEqual(await accessibilityViolations(page), [])
    const other = await open(bob, '/requests')
    assert.equal(await rail(other).count(), 0)

    await chooseOption(page, 'Share with the team')
    await page.locator('.badge').getByText('Shared with the team').waitFor()
    await other.reload()
    await viewLink(other, /Next up/).click()
    await heading(other, 'Next up').waitFor()
    await viewLink(other, /Next up/)
      .and(other.locator('[aria-current="page"]'))
      .waitFor()
    await other.getByRole('link', { name: 'Light mode' }).waitFor()
    assert.equal(await other.getByRole('link', { name: 'Waiting', exact: true }).count(), 0)
    assert.equal(await other.getByRole('button', { name: 'View options' }).count(), 0)

    // A member who may not change it can filter further, and go back or keep a copy.
    await other.getByRole('link', { name: 'Remove filter: Votes' }).click()
    await other.getByText('Modified', { exact: true }).waitFor()
    assert.equal(await other.getByRole('button', { name: 'Save changes' }).count(), 0)
    await other.getByRole('link', { name: 'Reset' }).click()
    await other.getByText('Modified', { exact: true }).waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Sort: Oldest' }).click()
    await page.getByRole('link', { name: 'Most votes' }).click()
    await page.getByText('Modified', { exact: true }).waitFor()
    await page.locator('.filter-row').getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Modified', { exact: true }).waitFor({ state: 'detached' })
    await chooseOption(page, 'Rename')
    const dialog = page.getByRole('dialog', { name: 'Rename view' })
    await dialog.getByLabel('Name').fill('')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor()
    await dialog.getByLabel('Name').fill('Next quarter')
    await dialog.getByRole('button', { name: 'Save changes' }).click()
    await heading(page, 'Next quarter').waitFor()
    await viewLink(page, /Next quarter/).waitFor()

    await chooseOption(page, 'Delete')
    await page.getByRole('button', { name: 'Delete view' }).click()
    await heading(page, 'Requests').waitFor()
    assert.equal(await rail(page).count(), 0)
    // The other member’s address still lists the same requests, and says what is gone.
    await other.reload()
    await heading(other, 'Requests').waitFor()
    await other.getByText(/no longer exists: View/).waitFor()
    await other.getByRole('link', { name: 'Light mode' }).waitFor()
    // The rejected form.
    const errors = browserErrors(page).filter((error) => !error.includes('status of 400'))
    assert.deepEqual([...errors, ...browserErrors(other)], [])
  })

  test('survive the deletion of what they name', async () => {
    const tag = await acme.write((tx) => createTag(tx, { name: 'Old', color: '#2563eb' }))
    const page = await open(ada, `/requests?stage=planned&tag=${tag.id}`)
    await saveView(page, 'Old ones')
    const url = page.url()
    await acme.write((tx) => deleteTag(tx, tag.id))
    await page.goto(`${url.split('&')[0]}`)
    await page.getByText(/no longer exists: Tag/).waitFor()
    await page.getByRole('link', { name: 'Dark mode' }).waitFor()
    await page.getByText('Modified', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Modified', { exact: true }).waitFor({ state: 'detached' })
    await page.getByText(/no longer exists: Tag/).waitFor({ state: 'detached' })
    assert.deepEqual(browserErrors(page), [])
  })

  test('are saved and opened by keyboard alone, from the palette too', async () => {
    const page = await open(bob, '/requests?roadmap=no')
    await page.getByRole('button', { name: 'Save view' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Off the roadmap')
    await page.keyboard.press('Enter')
    await heading(page, 'Off the roadmap').waitFor()
    await page.goto(`${acme.home}/roadmap`)
    await waitForHydration(page)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('off the')
    await page.getByRole('option', { name: 'Off the roadmap', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await heading(page, 'Off the roadmap').waitFor()
    await page.waitForURL(/&roadmap=no$/)
    assert.deepEqual(browserErrors(page), [])
  })

  test('fit a phone, in the drawer and above the list', async () => {
    const page = await open(ada, '/requests?owner=none&status=approved', { viewport: { width: 390, height: 800 } })
    await saveView(page, 'A view with a rather long name that does not fit')
    await page.getByRole('link', { name: 'Remove filter: Owner' }).click()
    await page.getByText('Modified', { exact: true }).waitFor()
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
    assert.deepEqual(await accessibilityViolations(page), [])
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    const drawer = page.getByRole('dialog', { name: 'Menu' })
    await drawer.getByRole('link', { name: /rather long/ }).click()
    await page.getByText('Modified', { exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(browserErrors(page), [])
  })

  test('work without script', async () => {
    const page = await (await acme.member('admin')).page({ javaScriptEnabled: false })
    await page.goto(`${acme.home}/requests?roadmap=no`)
    await page.getByRole('button', { name: 'Save view', exact: true }).first().click()
    await page.getByLabel('Name').first().fill('Plain')
    await page.getByRole('dialog', { name: 'Save view' }).getByRole('button', { name: 'Save view' }).click()
    await heading(page, 'Plain').waitFor()
  })
})
